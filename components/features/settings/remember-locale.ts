import { localeCookie, type Locale } from '@/lib/i18n/locale';

/** Keeps a language for the next request, and for a year of visits. */
export function rememberLocale(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${localeCookie}=${locale}; path=/; max-age=31536000; samesite=lax${secure}`;
}
