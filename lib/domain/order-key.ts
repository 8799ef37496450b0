const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = digits.length;
const middle = 'V';
/** Less than the middle digit. */
const folderDigit = '1';
const timeDigits = 8;
const sequenceDigits = 4;
/** Exclusive upper limit of the sequence in a key at the top. */
export const sequenceLimit = base ** sequenceDigits;
const timeLimit = base ** timeDigits;

const keyPattern = /^[0-9A-Za-z]*[1-9A-Za-z]$/;

/** Whether a text can be an order key: digits of base 62 that do not end with the smallest one. */
export const isOrderKey = (text: string): boolean => keyPattern.test(text);

/**
 * Returns the key of a new row above all rows that were created before `now`, without reading them. Rows of the same
 * millisecond are ordered by `sequence` (0 up to {@link sequenceLimit}, ascending from the top), so that an import
 * keeps the order of its file.
 */
export function keyAtTop(now: Date, sequence: number): string {
  // The last digit is never the smallest; otherwise no key would fit directly below this one.
  return keyTime(now) + print(sequence % sequenceLimit, sequenceDigits) + middle;
}

const createdLimit = base ** (sequenceDigits / 2);
const latest = { time: 0, created: 0 };

/**
 * Returns the key of a row that is created now: above all rows of earlier milliseconds, and above those that this
 * process has created in the same one. Its random part differs from that of other processes.
 */
export function keyOfNew(now: Date): string {
  const time = now.getTime();
  latest.created = time === latest.time ? (latest.created + 1) % createdLimit : 0;
  latest.time = time;
  const sequence = (createdLimit - 1 - latest.created) * createdLimit;
  return keyAtTop(now, sequence + Math.floor(Math.random() * createdLimit));
}

/**
 * Returns the key of an imported folder, directly above the row with the same `sequence` in {@link keyAtTop}: the
 * folder is between that row and the previous one. Folders with the same sequence are ordered by `index`.
 */
export const keyAtTopBefore = (now: Date, sequence: number, index: number): string =>
  keyTime(now) +
  print(sequence % sequenceLimit, sequenceDigits) +
  folderDigit +
  print(index, sequenceDigits) +
  middle;

/**
 * Returns the key of an imported row with its own position: above all rows that were created before `now`, and ordered
 * by `place`, which is an order key.
 */
export const keyAtTopOf = (now: Date, place: string): string => keyTime(now) + place;

/**
 * Returns a function that reduces keys from `first` to `last` to the part that determines their relative order. Rows
 * with keys of {@link keyAtTopOf} from these parts have the same order.
 */
export function placesBetween(first: string, last: string): (key: string) => string {
  let shared = 0;
  while (shared < first.length - 1 && first[shared] === last[shared]) shared += 1;
  return (key) => key.slice(shared);
}

/**
 * Returns a key strictly between two keys; null is the end of the list on that side. Throws a RangeError when `after`
 * is not less than `before`, or when one of them is not an order key.
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

/** `after` is treated as followed by infinitely many smallest digits; a `before` of null is above every key. */
function between(after: string, before: string | null): string {
  let shared = 0;
  while (before !== null && (after[shared] ?? digits[0]) === before[shared]) shared += 1;
  const prefix = before?.slice(0, shared) ?? '';
  const low = digits.indexOf(after.charAt(shared));
  const high = before === null ? base : digits.indexOf(before.charAt(shared));
  const lowDigit = Math.max(low, 0);
  if (high - lowDigit > 1) return prefix + digits.charAt((lowDigit + high) >> 1);
  // The digits are adjacent: uses the prefix of the upper key if it is longer, or extends the lower key.
  if (before !== null && before.length > shared + 1) return before.slice(0, shared + 1);
  return prefix + digits.charAt(lowDigit) + between(after.slice(shared + 1), null);
}
