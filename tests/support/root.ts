import { resolve } from 'node:path';

/** The folder of the package. */
export const ROOT = resolve(__dirname, '../..');
