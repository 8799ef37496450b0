const BASE = 36;
const MAX_CODE_POINT = 0x10ffff;

/** Decodes one label of a host name without its `xn--` (RFC 3492), or null where it is no valid punycode. */
export function decodePunycode(label: string): string | null {
  const split = label.lastIndexOf('-');
  const output = Array.from(label.slice(0, Math.max(split, 0)), (character) => character.codePointAt(0) ?? 0);
  let codePoint = 128;
  let bias = 72;
  let index = 0;
  for (let position = split + 1; position < label.length;) {
    const start = index;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitValue(label.charCodeAt(position++));
      if (digit === null) return null;
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (index > MAX_CODE_POINT * 64) return null;
    }
    const length = output.length + 1;
    bias = adapt(index - start, length, start === 0);
    codePoint += Math.floor(index / length);
    if (codePoint > MAX_CODE_POINT) return null;
    index %= length;
    output.splice(index++, 0, codePoint);
  }
  return String.fromCodePoint(...output);
}

/** a-z are 0 to 25, 0-9 are 26 to 35; anything else, the end of the text included, is none. */
function digitValue(code: number): number | null {
  if (code >= 97 && code <= 122) return code - 97;
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 48 && code <= 57) return code - 22;
  return null;
}

function adapt(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? 700 : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > 455; k += BASE) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
