interface Named {
  firstName: string;
  lastName: string;
  email: string;
}

/** At most two letters for a person: of the first and last name, or of the address where the names hold none. */
export function initials({ firstName, lastName, email }: Named): string {
  const letters = [firstName, lastName].map(firstLetter).join('');
  return letters === '' ? firstLetter(email) : letters;
}

export const fullName = ({ firstName, lastName, email }: Named): string =>
  `${firstName} ${lastName}`.trim() || email;

/** First and last word of a full name, for `initials`. */
export function nameParts(name: string): Named {
  const words = name.trim().split(/\s+/);
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '', email: '' };
}

// A letter whose upper case is two letters (ß) stays as it is, or three could come out of two names.
function firstLetter(text: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(text.normalize('NFC'))?.[0] ?? '';
  const upper = letter.toLocaleUpperCase();
  return Array.from(upper).length === 1 ? upper : letter;
}
