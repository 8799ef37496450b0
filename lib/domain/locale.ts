import type { Language } from '@/lib/contract/account';

const defaultTimeZone = 'UTC';
const known = new Map<string, boolean>();
const knownMax = 1_000;

/** The zone that a cookie or a header names, if there is one of this name; else UTC. Total. */
export function resolveTimeZone(name: string | null | undefined): string {
  if (name === null || name === undefined || !/^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/.test(name))
    return defaultTimeZone;
  const isKnown = known.get(name) ?? isTimeZone(name);
  // Visitors can make up names without end.
  if (known.size < knownMax) known.set(name, isKnown);
  return isKnown ? name : defaultTimeZone;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const fallback: Language = 'en';
// Enough for any real list of languages; a longer header is cut, so that its length costs nothing.
const headerLengthMax = 500;

const languageOf = (range: string): Language | null => {
  const primary = range.trim().toLowerCase().split('-', 1)[0];
  if (primary === 'pt') return 'pt-BR';
  return primary === 'en' || primary === '*' ? 'en' : null;
};

const weightOf = (parameters: readonly string[]): number => {
  const quality = parameters.map((part) => part.trim()).find((part) => part.startsWith('q='));
  if (quality === undefined) return 1;
  const weight = Number(quality.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
};

/**
 * The language of an `Accept-Language` header: the supported one with the highest weight, the first among equals.
 * Total: whatever the header holds, the answer is a supported language.
 */
export function pickLocale(header: string | null): Language {
  if (header === null || header === 'en') return fallback;
  if (header === 'pt-BR') return header;
  let best: Language = fallback;
  let bestWeight = 0;
  for (const entry of header.slice(0, headerLengthMax).split(',')) {
    const [range = '', ...parameters] = entry.split(';');
    const language = languageOf(range);
    const weight = weightOf(parameters);
    if (language !== null && weight > bestWeight) {
      best = language;
      bestWeight = weight;
    }
  }
  return best;
}
