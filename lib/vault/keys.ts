import { foldText } from '@/lib/domain/search-words';

/** Crockford's digits: none that is taken for another one when it is read from paper. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 4;
const groupLength = 5;

/** A key of 100 random bits, in groups that can be copied by hand. */
export function generateKey(): string {
  // 256 is a multiple of 32, so that each digit is as likely as any other.
  const random = crypto.getRandomValues(new Uint8Array(groups * groupLength));
  const text = Array.from(random, (byte) => digits[byte % digits.length]).join('');
  return Array.from({ length: groups }, (_, group) =>
    text.slice(group * groupLength, (group + 1) * groupLength),
  ).join('-');
}

/** Shorter pieces of a key are in many words. */
const tellingLength = 4;

/**
 * Whether a hint gives its key away: a reader of the hint would know the key, or most of it. Case, accents and spaces do
 * not count, and a key that is written backwards is the key.
 */
export function givesAway(hint: string, passphrase: string): boolean {
  const key = pressed(passphrase);
  const said = pressed(hint);
  if (key === '' || said === '') return false;
  const backwards = reversed(key);
  if (said.includes(key) || said.includes(backwards)) return true;
  if (said.length >= tellingLength && (key.includes(said) || backwards.includes(said))) return true;
  const told = new Set(
    foldText(hint)
      .split(/\s+/)
      .filter((word) => word.length >= tellingLength),
  );
  const letters = [...told].filter((word) => key.includes(word)).join('').length;
  return letters * 2 >= key.length;
}

const pressed = (text: string): string => foldText(text).replace(/\s+/g, '');
const reversed = (text: string): string => Array.from(text).reverse().join('');

/** Whether the browser gives cryptography to this page: not over plain http from another machine. */
export const hasCrypto = (): boolean =>
  (globalThis.crypto as Partial<Crypto> | undefined)?.subtle !== undefined;
