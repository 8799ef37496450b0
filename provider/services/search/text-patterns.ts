/** What no text holds and no pattern lets pass: a phrase ends where its field ends. */
const border = `E'\\x01'`;

const address = `coalesce(b.domain, '') || coalesce(b.path, '')`;

/** The texts behind the codes of the index; `u` is the address. The first decides that an encrypted row has none. */
const texts: Readonly<Record<string, string>> = {
  t: 'b.title',
  g: `array_to_string(b.tags, ${border})`,
  h: address,
  x: `coalesce(b.description, '')`,
  u: address,
};

/** Texts of a bookmark, folded nearly as the index folds them; null for one that is encrypted. */
export function foldedText(codes: string): string {
  const parts = [...codes].map((code) => texts[code] ?? `''`);
  return `case when not b.encrypted then mw_fold_fast(${parts.join(` || ${border} || `)}) end`;
}

/** The text of a page, which is kept in the one form that is left for `mw_fold` to make: that takes most of its time. */
export const foldedPage = `lower(public.unaccent('public.unaccent'::regdictionary, p.text))`;

// A sign of its own has no border: words of Chinese and Japanese stand next to each other. Words are letters, digits,
// marks and emoji, none of which means anything in a pattern.
const isSign = (word: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]$/u.test(word);

const between = `[^[:alnum:]\\x01]`;
const before = (word: string | undefined): string =>
  word !== undefined && isSign(word) ? '' : '(?:^|[^[:alnum:]])';
const after = (word: string | undefined): string =>
  word !== undefined && isSign(word) ? '' : '(?:$|[^[:alnum:]])';

/** Words next to each other. The index has told already that each is there as a whole word. */
export function phrasePattern(words: readonly string[]): string {
  const inner = words.map((word, index) => {
    const previous = words[index - 1];
    if (previous === undefined) return word;
    return `${between}${isSign(word) || isSign(previous) ? '*' : '+'}${word}`;
  });
  return before(words[0]) + inner.join('') + after(words.at(-1));
}

/** A word that begins with the first form, or is one of the others. */
export function wordPattern([first = '', ...others]: readonly string[]): string {
  const whole = others.map((other) => `${before(other)}${other}${after(other)}`);
  return [`${before(first)}${first}`, ...whole].map((form) => `(?:${form})`).join('|');
}
