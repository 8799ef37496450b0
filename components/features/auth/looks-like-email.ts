/** Enough of an address to be worth asking the service about; the service judges it properly. */
export function looksLikeEmail(text: string): boolean {
  const at = text.indexOf('@');
  return at > 0 && at < text.length - 1 && !/\s/.test(text);
}
