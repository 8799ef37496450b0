import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { loadMessages } from '@/lib/i18n/load-messages';
import { localeCookie, resolveLocale } from '@/lib/i18n/locale';
import { namespaces } from '@/lib/i18n/messages';
import { timeZoneCookie } from '@/lib/i18n/time-zone';
import { resolveTimeZone } from '@/lib/domain/time-zone';

/** The language of a request. Addresses carry none: a shared link opens in the reader's own. */
export default getRequestConfig(async () => {
  const [cookieStore, headerList] = await Promise.all([cookies(), headers()]);
  const locale = resolveLocale(cookieStore.get(localeCookie)?.value, headerList.get('accept-language'));
  return {
    locale,
    timeZone: resolveTimeZone(cookieStore.get(timeZoneCookie)?.value),
    messages: await loadMessages(locale, namespaces),
  };
});
