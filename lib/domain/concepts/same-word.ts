import { formsOf } from '@/lib/domain/query/word-forms';

/** How closely two words agree: the same, singular and plural, another form. */
export type Agreement = 0 | 1 | 2;

const plurals: readonly (readonly [ending: RegExp, singular: string])[] = [
  [/s$/, ''],
  [/es$/, ''],
  [/ies$/, 'y'],
  [/[ao]es$/, 'ao'],
  [/([aeou])is$/, '$1l'],
  [/ns$/, 'm'],
];
const isPluralOf = (plural: string, singular: string): boolean =>
  plural.endsWith('s') &&
  plurals.some(([ending, replacement]) => plural.replace(ending, replacement) === singular);

const englishVerb = /(?:ing|ed)$/;
const portugueseVerb = /(?:[aei]r|[aei]ndo|[ai]d[ao]s?)$/;
/** One syllable whose last consonant is doubled before an ending: `car` has the form `carring`, not `caring`. */
const doubling = /^[^aeiou]*[aeiou][^aeiouwxy]$/;
/** Shorter Portuguese words often differ in meaning by their last vowel: `prato`, `prata`; `conta`, `contar`. */
const minEndingLength = 6;

/** Endings that replace others are short: `acao`, `acoes`. */
const maxEnding = 2;

function isOtherForm(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  if (englishVerb.test(long)) return !(doubling.test(short) && long.replace(englishVerb, '') === short);
  return short.length >= minEndingLength || (portugueseVerb.test(word) && portugueseVerb.test(other));
}

/**
 * Returns a function that compares a folded word with others of the lexicon. It is stricter than the forms that a
 * search finds, because a wrong concept adds a whole group of wrong words.
 */
export function agreementWith(word: string): (other: string) => Agreement | null {
  let isForm: ((other: string) => boolean) | undefined;
  return (other) => {
    if (other === word) return 0;
    if (!other.startsWith(word.slice(0, Math.min(word.length, other.length) - maxEnding))) return null;
    if (isPluralOf(word, other) || isPluralOf(other, word)) return 1;
    isForm ??= formsOf(word);
    return isForm(other) && isOtherForm(word, other) ? 2 : null;
  };
}
