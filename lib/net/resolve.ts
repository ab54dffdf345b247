import { lookup } from 'node:dns/promises';
import type { Resolve } from './address-guard';

/** All addresses of a name, as the operating system answers. @throws ENOTFOUND and the like */
export const systemResolve: Resolve = async (name) => {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
};
