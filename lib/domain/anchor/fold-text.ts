/** Characters that differ between copies of the same text, in the spelling in which they are compared. */
const spellings: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
};

const special = /[\s\u00ad\u200b-\u200d\u2060‘’‚“”„‐‑–—−]/;
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/;

/** A text as it is compared, with the offset in the original of each of its characters, and of the end. */
export interface FoldedText {
  readonly text: string;
  readonly offsets: Uint32Array;
}

/**
 * Folds a text so that copies of it by other programs compare equal: white space is one space, invisible characters are
 * left out, and quotation marks and dashes have one form.
 */
export function foldText(original: string): FoldedText {
  const offsets = new Uint32Array(original.length + 1);
  let text = '';
  let length = 0;
  // Long runs without special characters are appended at once.
  let runStart = 0;
  const add = (character: string, at: number): void => {
    text += character;
    offsets[length] = at;
    length += 1;
  };
  const endRun = (end: number): void => {
    text += original.slice(runStart, end);
    for (let at = runStart; at < end; at += 1) offsets[length + at - runStart] = at;
    length += end - runStart;
  };
  for (let at = 0; at < original.length; at += 1) {
    const character = original.charAt(at);
    if (!special.test(character)) continue;
    endRun(at);
    runStart = at + 1;
    if (invisible.test(character)) continue;
    const folded = spellings[character] ?? ' ';
    if (folded !== ' ' || !text.endsWith(' ')) add(folded, at);
  }
  endRun(original.length);
  offsets[length] = original.length;
  return { text, offsets: offsets.subarray(0, length + 1) };
}
