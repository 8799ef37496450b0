import { localeCookie, type Locale } from '@/lib/i18n/locale';

/** Names of the languages, each in its own language. */
export const languageNames: Record<Locale, string> = { en: 'English', 'pt-BR': 'Português (Brasil)' };

/** Stores the chosen language in this browser; the server uses it from the next request on. */
export function rememberLocale(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${localeCookie}=${locale}; path=/; max-age=31536000; samesite=lax${secure}`;
}
