const minWordLength = 4;
const minRootLength = 3;
/** Length of the prefix that two forms must share: `ações`, `ação`. */
const prefixLength = 2;
const maxExtraLength = 6;

type Ending = readonly [ending: RegExp, replacement: string];

// Endings of folded words, so without accents; the first matching ending is replaced.
const english: readonly Ending[] = [
  [/ies$/, 'y'],
  [/sses$/, 'ss'],
  [/(?<=x|ch|sh|z)es$/, ''],
  [/(?<=[^su])s$/, ''],
  [/(?<=[aeiouy].+)ing$/, ''],
  [/(?<=[aeiouy].+)ed$/, ''],
];
const portuguese: readonly Ending[] = [
  [/[ao]es$/, 'ao'],
  [/([aeou])is$/, '$1l'],
  [/ns$/, 'm'],
  [/(?<=[rzl])es$/, ''],
  [/(?<=[^s])s$/, ''],
  [/[aei]ndo$/, ''],
  [/[ai]d[ao]$/, ''],
  [/[aei]r$/, ''],
];

const without = (word: string, endings: readonly Ending[]): string => {
  const found = endings.find(([ending]) => ending.test(word));
  return found ? word.replace(...found) : word;
};

const englishRoot = (word: string): string =>
  without(word, english)
    .replace(/([b-df-hjkmnp-rtv-z])\1$/, '$1')
    .replace(/e$/, '')
    .replace(/y$/, 'i');

/** Removes a plural ending first, then a gender or verb ending. */
function portugueseRoot(word: string): string {
  const singular = without(word, portuguese.slice(0, 5));
  const verbless = without(singular, portuguese.slice(5));
  return verbless.replace(/(?<!a)[aeo]$/, '');
}

/**
 * Returns a predicate for other forms of a word, in English or Portuguese. It covers the most common endings of
 * plurals, genders and verbs, but not all that the service supports.
 */
export function formsOf(word: string): (other: string) => boolean {
  if (word.length < minWordLength || /^\d+$/.test(word)) return () => false;
  const start = word.slice(0, prefixLength);
  const roots = [englishRoot(word), portugueseRoot(word)];
  const isRoot = ([root = '']: readonly string[]) => root.length >= minRootLength;
  return (other) =>
    other.startsWith(start) &&
    other.length <= word.length + maxExtraLength &&
    ((isRoot(roots) && englishRoot(other) === roots[0]) ||
      (isRoot(roots.slice(1)) && portugueseRoot(other) === roots[1]));
}
