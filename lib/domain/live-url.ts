/** The url as the WHATWG parser reads it, or null; `URL.parse` is younger than the browsers that are supported. */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

// The longest name that DNS can look up.
const hostLength = 253;

/**
 * What a parsed host may be written with. Parsers disagree on other characters: for a space, Node refuses the address
 * and Chromium answers `%20`; for an asterisk, Node keeps it and Chromium answers `%2A`. The same bookmark would be
 * text in the HTML of the server and a link in the browser.
 */
const plainHost = /^(?:[a-z\d._~-]+|\[[\da-f:.]+\])$/i;

/** Whether a parsed url is an address of the web; one whose host cannot exist is text. */
export const isWeb = ({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean =>
  (protocol === 'https:' || protocol === 'http:') &&
  hostname.length <= hostLength &&
  plainHost.test(hostname);

const scriptSchemes = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'filesystem:']);

/** Whether a browser would run the url as a script, or as a document of its own making, where it is a link. */
export function isScriptUrl(text: string): boolean {
  const parsed = readUrl(text);
  return parsed !== null && scriptSchemes.has(parsed.protocol);
}

/**
 * Whether a url may become a link, an image source or a request: only http and https, as the WHATWG parser reads it.
 * The one check in front of every place that would open a url.
 */
export function isLiveUrl(url: string | null | undefined): boolean {
  const parsed = url ? readUrl(url) : null;
  return parsed !== null && isWeb(parsed);
}
