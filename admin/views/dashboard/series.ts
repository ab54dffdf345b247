import type { DayBody } from '../../../schema/api/stats';

/** What a day counts. */
export type Series = Exclude<keyof DayBody, 'date'>;
