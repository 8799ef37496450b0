/**
 * The rule of `<input type="email">` in the HTML standard, for an address whose domain is ASCII. It is wider than what
 * mail servers accept in some points, and the only one that browsers check.
 */
const valid =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

export const isEmail = (text: string): boolean => valid.test(text);

/** Signs that separate the parts of a URL: a domain that contains one would be parsed as something else. */
const notInDomain = /[\s/?#@:%\\[\]<>^|]/u;

/**
 * Returns an address with an international domain in the form that browsers submit: some convert the domain in the
 * field, others leave it as typed, and both must find the same account. Anything else is returned trimmed.
 */
export function toAsciiEmail(typed: string): string {
  const text = typed.trim();
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  if (at < 1 || /^[\x00-\x7f]*$/.test(domain) || notInDomain.test(domain)) return text;
  const url = `https://${domain}/`;
  return URL.canParse(url) ? `${text.slice(0, at)}@${new URL(url).hostname}` : text;
}
