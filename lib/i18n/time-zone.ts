/** Holds the time zone of the visitor's device, which the server has no other way to know. */
export const timeZoneCookie = 'markwell-time-zone';

const fallback = 'UTC';
const known = new Map<string, boolean>();
const knownMax = 1_000;

/** The zone that a cookie names, if there is one of this name; else UTC. Total. */
export function resolveTimeZone(cookie: string | undefined): string {
  if (cookie === undefined || !/^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/.test(cookie)) return fallback;
  const isKnown = known.get(cookie) ?? isTimeZone(cookie);
  // Visitors can make up names without end.
  if (known.size < knownMax) known.set(cookie, isKnown);
  return isKnown ? cookie : fallback;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
