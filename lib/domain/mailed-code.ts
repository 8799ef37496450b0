/** A code and the address it was mailed to. */
export interface MailedCode {
  readonly email: string;
  readonly code: string;
}

/**
 * Returns the fragment of the link in a mail with a code. Browsers do not send a fragment to the server: a program that
 * opens links of mails uses up nothing, and no log contains the code.
 */
export const mailedCodeFragment = ({ email, code }: MailedCode): string =>
  `#${new URLSearchParams({ code, email }).toString()}`;

/** Reads the fragment of such a link; null for any other. */
export function readMailedCode(fragment: string): MailedCode | null {
  const values = new URLSearchParams(fragment.replace(/^#/, ''));
  const [code, email] = [values.get('code') ?? '', values.get('email') ?? ''];
  return /^\d{6}$/.test(code) && email.includes('@') ? { code, email } : null;
}
