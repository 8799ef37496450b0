/** Crockford's digits: none that is taken for another one when it is read from paper. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 4;
const groupLength = 5;

/** A key that nobody guesses, of 100 random bits, in groups that can be copied by hand. */
export function generateKey(): string {
  // 256 is a multiple of 32, so that each digit is as likely as any other.
  const random = crypto.getRandomValues(new Uint8Array(groups * groupLength));
  const text = Array.from(random, (byte) => digits[byte % digits.length]).join('');
  return Array.from({ length: groups }, (_, group) =>
    text.slice(group * groupLength, (group + 1) * groupLength),
  ).join('-');
}
