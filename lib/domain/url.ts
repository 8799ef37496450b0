import { isWeb, readUrl } from '@/lib/domain/live-url';

/** Why a url deserves a notice: it is empty, cannot be read, is not of the web, or is a web address of an odd kind. */
export type UrlWarning = 'empty' | 'invalid' | 'scheme' | 'unusual';

export interface BookmarkUrl {
  /** As it is to be stored. A link that is not of the web is kept exactly as it was given. */
  readonly url: string;
  /** `web` opens as a link; `inert` is text and never becomes one. */
  readonly kind: 'web' | 'inert';
  /** Host without `www.`, with a port that is not the default; empty for an inert link. */
  readonly domain: string;
  /** What follows the host, for display; empty for the root of a site and for an inert link. */
  readonly path: string;
  readonly addedScheme: boolean;
  readonly warning?: UrlWarning;
}

// The WHATWG parser drops tabs and line ends anywhere and control characters and spaces around; what a person pasted
// is read the same way, or `java\nscript:` would be judged differently from what a browser makes of it.
const droppedByParsers = /[\t\n\r]/g;
const around = /^[\u0000-\u0020]+|[\u0000-\u0020]+$/g;
const plainWebUrl = /^https?:\/\/[^/\\\s]/i;
const hostAndPort = /^[a-z0-9][a-z0-9.-]*:\d{1,5}(?:[/?#]|$)/i;
const scheme = /^([a-z][a-z0-9+.-]*):/i;
const relative = /^[/\\.?#]/;
// Schemes that take a bare number, so that `tel:112` is not read as port 112 of a host named tel.
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

/** The address without its leading `www.`, as it is shown and searched. */
export const displayHost = (url: URL): string => url.host.replace(/^www\./, '');

/**
 * Reads what a person typed, or a file held, as the url of a bookmark. Never throws: what cannot be a web address is
 * inert text with a warning. Reading the result again gives the same url and kind.
 */
export function parseBookmarkUrl(raw: string): BookmarkUrl {
  const storable = raw.toWellFormed().replaceAll('\0', '\uFFFD');
  const text = storable.replace(droppedByParsers, '').replace(around, '');
  if (text === '') return inert(storable, 'empty');
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
  const path = parsed.pathname + parsed.search + parsed.hash;
  const result = {
    url,
    kind: 'web',
    domain: displayHost(parsed),
    path: path === '/' ? '' : path,
    addedScheme,
  } as const;
  return isUnusual(parsed) ? { ...result, warning: 'unusual' } : result;
}

/** A host without a dot is more often a slip than a machine on one's own network; a password in a url is never wise. */
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
