const fallback = 'UTC';
const known = new Map<string, boolean>();
const knownMax = 1_000;

/** The zone that a cookie or a header names, if there is one of this name; else UTC. Total. */
export function resolveTimeZone(name: string | null | undefined): string {
  if (name === null || name === undefined || !/^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/.test(name))
    return fallback;
  const isKnown = known.get(name) ?? isTimeZone(name);
  // Visitors can make up names without end.
  if (known.size < knownMax) known.set(name, isKnown);
  return isKnown ? name : fallback;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
