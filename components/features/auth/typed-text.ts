/** The fields whose text is remembered. Never a password. */
const names = ['firstName', 'lastName', 'email'] as const;

export type RememberedName = (typeof names)[number];

const keyOf = (name: RememberedName): string => `markwell-typed-${name}`;

/** Stores the text of a field in this tab, for the other forms of the guest screens. */
export function rememberTyped(name: RememberedName, text: string): void {
  try {
    sessionStorage.setItem(keyOf(name), text);
  } catch {
    // Without storage the next form starts empty.
  }
}

/** Returns the last text that was typed into a field of that name in this tab. */
export function typedText(name: RememberedName): string {
  try {
    return sessionStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
}

/** Removes the stored texts: after signing in, and at the end of a session, which another tab may have started. */
export function forgetTyped(): void {
  try {
    for (const name of names) sessionStorage.removeItem(keyOf(name));
  } catch {
    // Nothing was stored.
  }
}
