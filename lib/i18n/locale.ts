import { pickLocale } from '@/lib/domain/locale';

export const locales = ['en', 'pt-BR'] as const;

export type Locale = (typeof locales)[number];

/** Cookie with the language that the visitor chose. It outlives the session. */
export const localeCookie = 'markwell-locale';

/** Request header that passes the `?lang=` of a public page from the middleware to the page. */
export const languageHeader = 'x-language';

/** Returns an untrusted value as a locale if it exactly matches a supported one; null otherwise. */
export function findLocale(value: string | null | undefined): Locale | null {
  return locales.find((locale) => locale === value) ?? null;
}

/** Returns the language to use: the chosen one, the browser's preference, or English. Total. */
export function resolveLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  return findLocale(cookie) ?? pickLocale(acceptLanguage);
}
