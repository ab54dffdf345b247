import { ar } from './translations/ar';
import { de } from './translations/de';
import { en } from './translations/en';
import { es } from './translations/es';
import { fr } from './translations/fr';
import { pt } from './translations/pt';
import type { Plural, TextKey, Texts } from './translations/type';

const TRANSLATIONS = { en, de, fr, es, pt, ar } as const satisfies Record<string, Texts>;
export type Language = keyof typeof TRANSLATIONS;
export const LANGUAGES = Object.keys(TRANSLATIONS) as [Language, ...Language[]];

/** The language for a wish such as `pt-BR`; the first of the wishes that there is a translation for, else English. */
export function languageFor(...wishes: (string | undefined)[]): Language {
  for (const wish of wishes) {
    const base = wish?.trim().toLowerCase().split(/[-_]/)[0] ?? '';
    if (Object.hasOwn(TRANSLATIONS, base)) return base as Language;
  }
  return 'en';
}

/** Writing direction, for HTML's `dir`. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

export type { TextKey };
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

const TRANSLATORS = new Map<Language, Translate>();

/** @returns a function that gives a text of this language with its values filled in */
export function translator(language: Language): Translate {
  const made = TRANSLATORS.get(language) ?? newTranslator(language);
  TRANSLATORS.set(language, made);
  return made;
}

function newTranslator(language: Language): Translate {
  const texts: Texts = TRANSLATIONS[language];
  const rules = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const text = texts[key];
    const chosen = typeof text === 'string' ? text : (text[pluralOf(rules, values['n'])] ?? text.other);
    return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}

/** Bytes in words, with the unit that people use. */
export function sizeInWords(bytes: number): string {
  const [unit, name] = bytes >= 1_048_576 ? [1_048_576, 'MB'] : bytes >= 1024 ? [1024, 'KB'] : [1, 'B'];
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`;
}

function pluralOf(rules: Intl.PluralRules, count: unknown): keyof Plural {
  return rules.select(Number(count)) as keyof Plural;
}
