import { resolveTimeZone } from '@/lib/domain/time-zone';
import { timeZoneCookie } from '@/lib/i18n/time-zone';

const pattern = new RegExp(String.raw`(?:^|;\s*)${timeZoneCookie}=([^;]*)`);

/** The Time-Zone of a call that a browser makes: a day of a search is a day where the reader is. */
export function timeZoneOf(headers: Headers): string {
  const cookie = pattern.exec(headers.get('cookie') ?? '')?.[1];
  return resolveTimeZone(cookie?.replaceAll('%2F', '/'));
}
