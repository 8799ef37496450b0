import { pickLocale } from '@/lib/domain/locale';

export const locales = ['en', 'pt-BR'] as const;

export type Locale = (typeof locales)[number];

/** Holds the language that a visitor chose. It outlives the session. */
export const localeCookie = 'markwell-locale';

/** Carries the language that the address of a public page names, from the middleware to the page. */
export const languageHeader = 'x-language';

/** A value that came from outside, if it names a supported language exactly. */
export function findLocale(value: string | null | undefined): Locale | null {
  return locales.find((locale) => locale === value) ?? null;
}

/** The language to speak: the chosen one, else what the browser prefers, else English. Total. */
export function resolveLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  return findLocale(cookie) ?? pickLocale(acceptLanguage);
}
