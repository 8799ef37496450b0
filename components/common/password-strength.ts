export type Strength = 'short' | 'weak' | 'fair' | 'strong';

/** Minimum password length that the service accepts, in Unicode code points. */
export const passwordMinLength = 8;

const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz'];
const favorites = /passw?o?r?d|senha|letmein|welcome|iloveyou|admin|dragon|monkey|football|brasil|markwell/i;

/**
 * A hint while typing, not a rule: the service rejects short or common passwords. It counts the characters that
 * are not predictable from the previous ones, and excludes parts of the user's own name and address.
 */
export function passwordStrength(password: string, personal: readonly string[]): Strength {
  const characters = Array.from(password);
  if (characters.length < passwordMinLength) return 'short';
  const lower = password.toLowerCase();
  const known = personal
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length >= 3);
  let surprising = characters.filter((_, index) => !isForeseeable(lower, index)).length;
  for (const part of known) if (lower.includes(part)) surprising -= part.length;
  if (favorites.test(password)) surprising -= 6;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(password),
  ).length;
  const score = surprising + (kinds - 1) * 1.5;
  if (score < 8) return 'weak';
  return score < 13 ? 'fair' : 'strong';
}

/**
 * Whether a character repeats the previous one, or follows it on the keyboard or in a sequence of letters or
 * digits.
 */
function isForeseeable(text: string, index: number): boolean {
  const pair = text.slice(index - 1, index + 1);
  if (index === 0 || pair.length < 2) return false;
  const [before = '', here = ''] = pair;
  if (before === here || text.slice(0, index - 1).includes(pair)) return true;
  return keyboardRows.some((row) => row.includes(pair) || row.includes(here + before));
}
