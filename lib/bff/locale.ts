import type { Session } from '@/lib/bff/session';
import 'server-only';
import { resolveTimeZone } from '@/lib/domain/locale';
import { findLocale, localeCookie, resolveLocale, type Locale } from '@/lib/i18n/locale';
import { timeZoneCookie } from '@/lib/i18n/time-zone';

const languagePattern = new RegExp(String.raw`(?:^|;\s*)${localeCookie}=([^;]*)`);

/** Returns the language of responses that the BFF generates. */
export function localeOf(headers: Headers): Locale {
  return resolveLocale(chosenLocale(headers), headers.get('accept-language'));
}

/** Accept-Language of a forwarded request: the chosen language takes precedence over the browser's. */
export function languageOf(headers: Headers, session: Session | null): string {
  return findLocale(chosenLocale(headers)) ?? session?.language ?? headers.get('accept-language') ?? 'en';
}

/** Returns the Set-Cookie header for a language that was chosen on another device. */
export function localeCookieHeader(locale: Locale): string {
  return `${localeCookie}=${locale}; Path=/; SameSite=Lax; Max-Age=31536000`;
}

function chosenLocale(headers: Headers): string | undefined {
  return languagePattern.exec(headers.get('cookie') ?? '')?.[1];
}

const timeZonePattern = new RegExp(String.raw`(?:^|;\s*)${timeZoneCookie}=([^;]*)`);

/** Time-Zone of a forwarded request: searches interpret days in the user's time zone. */
export function timeZoneOf(headers: Headers): string {
  const cookie = timeZonePattern.exec(headers.get('cookie') ?? '')?.[1];
  return resolveTimeZone(cookie?.replaceAll('%2F', '/'));
}
