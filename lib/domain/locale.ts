import type { Language } from '@/lib/contract/account';

const defaultTimeZone = 'UTC';
const known = new Map<string, boolean>();
const knownMax = 1_000;

/** Returns the time zone of a cookie or header if it is valid; UTC otherwise. Total. */
export function resolveTimeZone(name: string | null | undefined): string {
  if (name === null || name === undefined || !/^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/.test(name))
    return defaultTimeZone;
  const isKnown = known.get(name) ?? isTimeZone(name);
  // The size is limited because clients can send arbitrary names.
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

/**
 * Returns the locale in which dates of a language are formatted. English is also used in other countries, so the day
 * comes before the month and times have 24 hours, as in the rest of the interface.
 */
export const dateLocale = (language: Language): string => (language === 'en' ? 'en-GB' : language);

const fallback: Language = 'en';
// Sufficient for any real list of languages; longer headers are truncated.
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
 * Returns the language of an `Accept-Language` header: the supported one with the highest weight, the first on a tie.
 * Total: returns a supported language for any header.
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
