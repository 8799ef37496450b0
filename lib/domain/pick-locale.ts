import type { Language } from '@/lib/contract/schemas/account';

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
