/** Parses a URL; null if it is invalid. Supported browsers do not all have `URL.parse`. */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

// Maximum length of a DNS name.
const hostLength = 253;

/**
 * Characters allowed in a parsed host. Parsers differ for other characters: for a space, Node rejects the URL and
 * Chromium returns `%20`; for an asterisk, Node keeps it and Chromium returns `%2A`. The same bookmark would be text in
 * the server's HTML and a link in the browser.
 */
const plainHost = /^(?:[a-z\d._~-]+|\[[\da-f:.]+\])$/i;

/** Whether a parsed URL is a web address with a valid host. */
export const isWeb = ({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean =>
  (protocol === 'https:' || protocol === 'http:') &&
  hostname.length <= hostLength &&
  plainHost.test(hostname);

const scriptSchemes = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'filesystem:']);

/** Whether a link with this URL would run a script or open a document generated from the URL. */
export function isScriptUrl(text: string): boolean {
  const parsed = readUrl(text);
  return parsed !== null && scriptSchemes.has(parsed.protocol);
}

/**
 * Whether a URL may be used as a link, an image source or a request: only http and https, as parsed by the WHATWG
 * parser. All code that opens URLs relies on this check.
 */
export function isLiveUrl(url: string | null | undefined): boolean {
  const parsed = url ? readUrl(url) : null;
  return parsed !== null && isWeb(parsed);
}
