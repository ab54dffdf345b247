import type { en } from './en';

/** Forms of a text by number, as Intl.PluralRules names them. */
export type Plural = { one?: string; two?: string; few?: string; many?: string; other: string };

export type TextKey = keyof typeof en;
/** A whole translation: every key, so that none can be forgotten. */
export type Texts = { [Key in TextKey]: (typeof en)[Key] extends string ? string : Plural };
