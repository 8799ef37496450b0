import { isWeb, readUrl } from '@/lib/domain/live-url';
import { readablePath } from '@/lib/domain/readable-path';

/** Reason for a warning: the URL is empty, invalid, not a web URL, or an unusual web URL. */
export type UrlWarning = 'empty' | 'invalid' | 'scheme' | 'unusual';

export interface BookmarkUrl {
  /** The URL to store. A non-web link is stored unchanged. */
  readonly url: string;
  /** `web` opens as a link; `inert` is text and never becomes a link. */
  readonly kind: 'web' | 'inert';
  /** Host without `www.`, with a non-default port; empty for an inert link. */
  readonly domain: string;
  /** The part after the host, readable, for display and search; empty for the root of a site and for an inert link. */
  readonly path: string;
  readonly addedScheme: boolean;
  readonly warning?: UrlWarning;
}

// The WHATWG parser removes tabs and line ends anywhere, and control characters and spaces at the ends. Pasted text is
// treated the same way; otherwise `java\nscript:` would be classified differently than in a browser.
const droppedByParsers = /[\t\n\r]/g;
const around = /^[\u0000-\u0020]+|[\u0000-\u0020]+$/g;
const plainWebUrl = /^https?:\/\/[^/\\\s]/i;
const hostAndPort = /^[a-z0-9][a-z0-9.-]*:\d{1,5}(?:[/?#]|$)/i;
const scheme = /^([a-z][a-z0-9+.-]*):/i;
const relative = /^[/\\.?#]/;
/** Only a scheme of the web, as a field holds it before an address is pasted. */
const bareScheme = /^https?:\/{0,2}$/i;
// Schemes that are followed by a number, so that `tel:112` is not parsed as port 112 of a host named tel.
const schemesOfNumbers = new Set([
  'about',
  'callto',
  'data',
  'fax',
  'javascript',
  'mailto',
  'sms',
  'tel',
  'urn',
]);

/** Returns the host without a leading `www.`, for display and search. */
export const displayHost = (url: URL): string => url.host.replace(/^www\./, '');

/**
 * Parses the URL of a bookmark from user input or a file. Never throws: anything that cannot be a web URL is inert text
 * with a warning. Parsing the result again returns the same URL and kind.
 */
export function parseBookmarkUrl(raw: string): BookmarkUrl {
  const storable = raw.toWellFormed().replaceAll('\0', '\uFFFD');
  const text = storable.replace(droppedByParsers, '').replace(around, '');
  if (text === '' || bareScheme.test(text)) return inert(storable, 'empty');
  const parsed = readUrl(text);
  if (parsed !== null && isWeb(parsed))
    return web(plainWebUrl.test(text) ? text : parsed.href, parsed, false);
  const named = scheme.exec(text)?.[1]?.toLowerCase();
  if (named === 'http' || named === 'https') return inert(storable, 'invalid');
  if (named !== undefined && (schemesOfNumbers.has(named) || !hostAndPort.test(text))) {
    return inert(storable, 'scheme');
  }
  return withScheme(text) ?? inert(storable, 'invalid');
}

function withScheme(text: string): BookmarkUrl | null {
  if (relative.test(text) && !/^\/\/[^/\\]/.test(text)) return null;
  const url = `https://${text.startsWith('//') ? text.slice(2) : text}`;
  const parsed = readUrl(url);
  return parsed === null || !isWeb(parsed)
    ? null
    : web(plainWebUrl.test(url) ? url : parsed.href, parsed, true);
}

function web(url: string, parsed: URL, addedScheme: boolean): BookmarkUrl {
  const path = readablePath(parsed.pathname + parsed.search + parsed.hash);
  const result = {
    url,
    kind: 'web',
    domain: displayHost(parsed),
    path: path === '/' ? '' : path,
    addedScheme,
  } as const;
  return isUnusual(parsed) ? { ...result, warning: 'unusual' } : result;
}

/** Whether a URL is suspicious: a host without a dot is usually a typo, and a URL should not contain a password. */
const isUnusual = ({ hostname, username, password }: URL): boolean =>
  username !== '' ||
  password !== '' ||
  !(hostname.includes('.') || hostname.includes(':') || hostname === 'localhost');

const inert = (url: string, warning: UrlWarning): BookmarkUrl => ({
  url,
  kind: 'inert',
  domain: '',
  path: '',
  addedScheme: false,
  warning,
});
