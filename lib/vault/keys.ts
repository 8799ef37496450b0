import { foldText } from '@/lib/domain/search-words';

/** Crockford's base 32 digits, which exclude characters that are easily confused on paper. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 4;
const groupLength = 5;

/** Generates a key with 100 random bits, in groups that are easy to copy by hand. */
export function generateKey(): string {
  // 256 is a multiple of 32, so all digits are equally likely.
  const random = crypto.getRandomValues(new Uint8Array(groups * groupLength));
  const text = Array.from(random, (byte) => digits[byte % digits.length]).join('');
  return Array.from({ length: groups }, (_, group) =>
    text.slice(group * groupLength, (group + 1) * groupLength),
  ).join('-');
}

/** Minimum length of a match; shorter parts of a key occur in many words. */
const minMatchLength = 4;

/**
 * Whether a hint reveals its key: a reader of the hint would learn all or most of it. Case, accents and spaces are
 * ignored, and a reversed key counts as the key.
 */
export function givesAway(hint: string, passphrase: string): boolean {
  const key = compact(passphrase);
  const compactHint = compact(hint);
  if (key === '' || compactHint === '') return false;
  const backwards = reversed(key);
  if (compactHint.includes(key) || compactHint.includes(backwards)) return true;
  if (compactHint.length >= minMatchLength && (key.includes(compactHint) || backwards.includes(compactHint)))
    return true;
  const hintWords = new Set(
    foldText(hint)
      .split(/\s+/)
      .filter((word) => word.length >= minMatchLength),
  );
  const revealed = [...hintWords].filter((word) => key.includes(word)).join('').length;
  return revealed * 2 >= key.length;
}

const compact = (text: string): string => foldText(text).replace(/\s+/g, '');
const reversed = (text: string): string => Array.from(text).reverse().join('');

/** Whether WebCrypto is available; browsers disable it on plain http from another host. */
export const hasCrypto = (): boolean =>
  (globalThis.crypto as Partial<Crypto> | undefined)?.subtle !== undefined;
