interface Named {
  firstName: string;
  lastName: string;
  email: string;
}

/**
 * Returns at most two letters for a user: of the first and last name, or of the email address if the names
 * contain none.
 */
export function initials({ firstName, lastName, email }: Named): string {
  const letters = [firstName, lastName].map(firstLetter).join('');
  return letters === '' ? firstLetter(email) : letters;
}

export const fullName = ({ firstName, lastName, email }: Named): string =>
  `${firstName} ${lastName}`.trim() || email;

/** Returns the first and last word of a full name, for `initials`. */
export function nameParts(name: string): Named {
  const words = name.trim().split(/\s+/);
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '', email: '' };
}

// A letter whose upper case is two letters (ß) stays unchanged, or three could result from two names.
function firstLetter(text: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(text.normalize('NFC'))?.[0] ?? '';
  const upper = letter.toLocaleUpperCase();
  return Array.from(upper).length === 1 ? upper : letter;
}
