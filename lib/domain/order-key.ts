const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = digits.length;
const middle = 'V';
/** Below the middle. */
const folderDigit = '1';
const timeDigits = 8;
const sequenceDigits = 4;
/** One more than the largest sequence; sequences of a key at the top are below it. */
export const sequenceLimit = base ** sequenceDigits;
const timeLimit = base ** timeDigits;

const keyPattern = /^[0-9A-Za-z]*[1-9A-Za-z]$/;

/** Whether a text can be an order key: digits of base 62 that do not end with the smallest one. */
export const isOrderKey = (text: string): boolean => keyPattern.test(text);

/**
 * The key of a new row, above all rows that were made before `now`, without looking at them. Rows of the same
 * millisecond are in the order of `sequence` (0 up to {@link sequenceLimit}, lower is nearer the top), so that an
 * import keeps the order of its file.
 */
export function keyAtTop(now: Date, sequence: number): string {
  // The last digit is never the smallest, or nothing would fit right below the key.
  return keyTime(now) + print(sequence % sequenceLimit, sequenceDigits) + middle;
}

/**
 * The key of a folder of an import, right above the row that {@link keyAtTop} gives the same `sequence`: the folder
 * is between that row and the one before it. Folders of one place are in the order of `index`.
 */
export const keyAtTopBefore = (now: Date, sequence: number, index: number): string =>
  keyTime(now) +
  print(sequence % sequenceLimit, sequenceDigits) +
  folderDigit +
  print(index, sequenceDigits) +
  middle;

/**
 * The key of a row that a file brings with its place among the rows of that file: above all rows that were made before
 * `now`, and in the order of `place`, which is an order key itself.
 */
export const keyAtTopOf = (now: Date, place: string): string => keyTime(now) + place;

/**
 * What of the keys from `first` to `last` tells their places among each other, as a function of a key. The same rows
 * with keys by {@link keyAtTopOf} have the same places again.
 */
export function placesBetween(first: string, last: string): (key: string) => string {
  let shared = 0;
  while (shared < first.length - 1 && first[shared] === last[shared]) shared += 1;
  return (key) => key.slice(shared);
}

/**
 * A key strictly between two keys; null is the end of the list on that side. Throws a RangeError when `after`
 * is not below `before`, or when one of them is no order key.
 */
export function keyBetween(after: string | null, before: string | null): string {
  for (const key of [after, before]) {
    if (key !== null && !isOrderKey(key)) throw new RangeError('not an order key');
  }
  if (after !== null && before !== null && after >= before) throw new RangeError('keys are not in order');
  return between(after ?? '', before);
}

const keyTime = (now: Date): string =>
  print(Math.min(Math.max(timeLimit - 1 - now.getTime(), 0), timeLimit - 1), timeDigits);

function print(value: number, length: number): string {
  let text = '';
  let rest = value;
  for (let index = 0; index < length; index += 1) {
    text = digits.charAt(rest % base) + text;
    rest = Math.floor(rest / base);
  }
  return text;
}

/** `after` reads as if endless smallest digits followed; `before` null is above every key. */
function between(after: string, before: string | null): string {
  let shared = 0;
  while (before !== null && (after[shared] ?? digits[0]) === before[shared]) shared += 1;
  const prefix = before?.slice(0, shared) ?? '';
  const low = digits.indexOf(after.charAt(shared));
  const high = before === null ? base : digits.indexOf(before.charAt(shared));
  const lowDigit = Math.max(low, 0);
  if (high - lowDigit > 1) return prefix + digits.charAt((lowDigit + high) >> 1);
  // The digits are neighbours: either the upper key goes on and its own prefix lies between, or we go on below it.
  if (before !== null && before.length > shared + 1) return before.slice(0, shared + 1);
  return prefix + digits.charAt(lowDigit) + between(after.slice(shared + 1), null);
}
