import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { loadMessages } from '@/lib/i18n/load-messages';
import { findLocale, languageHeader, localeCookie, resolveLocale } from '@/lib/i18n/locale';
import { namespaces } from '@/lib/i18n/messages';
import { timeZoneCookie } from '@/lib/i18n/time-zone';
import { resolveTimeZone } from '@/lib/domain/locale';

/**
 * Request configuration with language, time zone and messages. On public pages `?lang=` takes precedence over the
 * visitor's own language, so that a shared link opens in that language.
 */
export default getRequestConfig(async () => {
  const [cookieStore, headerList] = await Promise.all([cookies(), headers()]);
  const locale =
    findLocale(headerList.get(languageHeader)) ??
    resolveLocale(cookieStore.get(localeCookie)?.value, headerList.get('accept-language'));
  return {
    locale,
    timeZone: resolveTimeZone(cookieStore.get(timeZoneCookie)?.value),
    messages: await loadMessages(locale, namespaces),
  };
});
