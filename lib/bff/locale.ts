import type { Session } from '@/lib/bff/session';
import 'server-only';
import { resolveTimeZone } from '@/lib/domain/locale';
import { findLocale, localeCookie, resolveLocale, type Locale } from '@/lib/i18n/locale';
import { timeZoneCookie } from '@/lib/i18n/time-zone';

const languagePattern = new RegExp(String.raw`(?:^|;\s*)${localeCookie}=([^;]*)`);

/** The language in which this application itself answers a request. */
export function localeOf(headers: Headers): Locale {
  return resolveLocale(chosenLocale(headers), headers.get('accept-language'));
}

/** The Accept-Language of a call that a browser makes: what the reader chose outweighs what the browser prefers. */
export function languageOf(headers: Headers, session: Session | null): string {
  return findLocale(chosenLocale(headers)) ?? session?.language ?? headers.get('accept-language') ?? 'en';
}

/** Keeps a language that was chosen on another device. */
export function keepLocale(locale: Locale): string {
  return `${localeCookie}=${locale}; Path=/; SameSite=Lax; Max-Age=31536000`;
}

function chosenLocale(headers: Headers): string | undefined {
  return languagePattern.exec(headers.get('cookie') ?? '')?.[1];
}

const timeZonePattern = new RegExp(String.raw`(?:^|;\s*)${timeZoneCookie}=([^;]*)`);

/** The Time-Zone of a call that a browser makes: a day of a search is a day where the reader is. */
export function timeZoneOf(headers: Headers): string {
  const cookie = timeZonePattern.exec(headers.get('cookie') ?? '')?.[1];
  return resolveTimeZone(cookie?.replaceAll('%2F', '/'));
}
