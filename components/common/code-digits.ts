/** Digits of a mailed code. */
export const codeLength = 6;

/**
 * The digits of whatever was typed or pasted, at most as many as a code has: spaces and words around it do not count,
 * and the full-width digits of East Asian keyboards are digits.
 */
export function foldCode(text: string): string {
  return text.normalize('NFKC').replace(/\D+/g, '').slice(0, codeLength);
}

/** What a paste makes of a code: a whole code replaces what is there, a part of one is added. */
export function pasteCode(current: string, pasted: string): string {
  const digits = foldCode(pasted);
  return digits.length === codeLength ? digits : foldCode(current + digits);
}
