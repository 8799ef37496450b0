import { Problem } from '@/provider/problem';
import { commonWords } from '@/provider/services/common-words';

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2b3c4d5e6f7g8h9i0j',
  'a1b2c3d4e5f6g7h8i9j0',
  '147258369',
  '741852963',
  '789456123',
  '123654789',
];
const reversed = (text: string): string => Array.from(text).reverse().join('');
const sequences = rows.flatMap((row) => [row, reversed(row)]);

const readings: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
};
const affixLengthMax = 6;

const isSequence = (text: string): boolean => sequences.some((sequence) => sequence.includes(text));

/** One short piece over and over: `aaaaaaaa`, `12341234`, `abcabcabc`. */
const isRepetition = (text: string): boolean => /^(.{1,6})\1+$/s.test(text);

const isFiller = (text: string): boolean =>
  text.length <= affixLengthMax || isSequence(text) || isRepetition(text);

const withoutDisguise = (text: string): string =>
  text.replace(/[0134578@$!+]/g, (sign) => readings[sign] ?? sign);

/** `Pa$$word2026!` reads as `password` between fillers. */
function isDecoratedWord(text: string): boolean {
  const plain = /^([^a-z]*)([a-z]+)([^a-z]*)$/.exec(text);
  if (plain && isFiller(plain[1] ?? '') && isFiller(plain[3] ?? '') && commonWords.has(plain[2] ?? ''))
    return true;
  const trimmed = /^(.*?[^\d\W_])([\d\W_]*)$/s.exec(text);
  const stem = withoutDisguise(trimmed?.[1] ?? text);
  return commonWords.has(stem) && isFiller(trimmed?.[2] ?? '');
}

/**
 * Whether a password is one of those that are tried first: a well-known word or name with the usual digits and signs
 * around it or letters disguised as digits, a run over the keyboard or the alphabet, or a short piece repeated.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  return isSequence(text) || isRepetition(text) || isDecoratedWord(text);
}

/** Throws VALIDATION_FAILED for a password that is tried first by everybody. */
export function refuseCommonPassword(password: string, path = 'password'): void {
  if (!isCommonPassword(password)) return;
  throw new Problem('VALIDATION_FAILED', { issues: [{ path, code: 'password_too_common' }] });
}
