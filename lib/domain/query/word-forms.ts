const shortest = 4;
const rootLength = 3;
/** What two forms have in common at least: `ações`, `ação`. */
const prefixLength = 2;
const longerAtMost = 6;

type Ending = readonly [ending: RegExp, instead: string];

// Of folded words, so without accents; the first ending that fits is taken off.
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

/** A plural first, then what is left of a gender, or of a verb. */
function portugueseRoot(word: string): string {
  const singular = without(word, portuguese.slice(0, 5));
  const verbless = without(singular, portuguese.slice(5));
  return verbless.replace(/(?<!a)[aeo]$/, '');
}

/**
 * What tells whether a word is another form of this one, in English or Portuguese: the commonest endings of plurals,
 * genders and verbs, not all that the service knows.
 */
export function formsOf(word: string): (other: string) => boolean {
  if (word.length < shortest || /^\d+$/.test(word)) return () => false;
  const start = word.slice(0, prefixLength);
  const roots = [englishRoot(word), portugueseRoot(word)];
  const isRoot = ([root = '']: readonly string[]) => root.length >= rootLength;
  return (other) =>
    other.startsWith(start) &&
    other.length <= word.length + longerAtMost &&
    ((isRoot(roots) && englishRoot(other) === roots[0]) ||
      (isRoot(roots.slice(1)) && portugueseRoot(other) === roots[1]));
}
