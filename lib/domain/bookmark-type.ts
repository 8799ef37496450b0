import {
  hostsOfNoType,
  typesOfExtensions,
  typesOfFirstLabels,
  typesOfHosts,
  typesOfPathParts,
} from '@/lib/domain/bookmark-type-tables';
import { type BookmarkType } from '@/lib/domain/query/query';

export interface TypedBookmark {
  /** Host as it is shown, without `www.`; empty for what is not of the web. */
  readonly domain: string;
  /** What follows the host. */
  readonly path: string;
  readonly title: string;
}

const extensionLength = 4;
const partsMax = 4;
const endsOfTitles = new Set(['documentation', 'documentação']);

/** What kind of page a bookmark leads to, told from its address (and a little from its title), or null. */
export function bookmarkType({ domain, path, title }: TypedBookmark): BookmarkType | null {
  if (domain === '') return null;
  const host = hostOf(domain);
  const end = path.search(/[?#]/);
  const page = end < 0 ? path : path.slice(0, end);
  const parts = page.toLowerCase().split('/', partsMax + 1);
  const ofHost = typeOfHost(host);
  if (ofHost === 'code') return typeOnCodeHost(parts);
  if (isPaper(host, parts) || title.startsWith('[PDF]')) return 'pdf';
  return typeOfFile(page) ?? ofHost ?? typeOfParts(host, parts) ?? typeOfTitle(title);
}

/** Without the port. */
function hostOf(domain: string): string {
  const port = domain.startsWith('[') ? -1 : domain.indexOf(':');
  return port < 0 ? domain : domain.slice(0, port);
}

/** By the host itself, by what its name begins with, by a host above it. */
function typeOfHost(host: string): BookmarkType | null {
  const own = typesOfHosts.get(host);
  if (own !== undefined) return own;
  if (hostsOfNoType.has(host)) return null;
  let dot = host.indexOf('.');
  const label = typesOfFirstLabels.get(host.slice(0, Math.max(dot, 0)));
  if (label !== undefined) return label;
  while (dot >= 0) {
    const above = typesOfHosts.get(host.slice(dot + 1));
    if (above !== undefined) return above;
    dot = host.indexOf('.', dot + 1);
  }
  return null;
}

/** A repository holds files and folders of all kinds; only what the site itself has at the top is something else. */
function typeOnCodeHost([, first, second]: readonly string[]): BookmarkType {
  if (second !== undefined && (first === 'docs' || first === 'blog'))
    return first === 'docs' ? 'docs' : 'article';
  return 'code';
}

/** Some archives of papers give their files no extension. */
const isPaper = (host: string, [, first]: readonly string[]): boolean =>
  first === 'pdf' && (host === 'arxiv.org' || host === 'openreview.net');

function typeOfFile(page: string): BookmarkType | null {
  const dot = page.lastIndexOf('.');
  const length = page.length - dot - 1;
  return dot < 0 || length > extensionLength
    ? null
    : (typesOfExtensions.get(page.slice(dot + 1).toLowerCase()) ?? null);
}

function typeOfParts(host: string, parts: readonly string[]): BookmarkType | null {
  if (hostsOfNoType.has(host)) return null;
  for (const part of parts) {
    const type = typesOfPathParts.get(part);
    if (type !== undefined) return type;
  }
  return null;
}

/** As the usual generators of documentation name their pages. */
const typeOfTitle = (title: string): BookmarkType | null =>
  endsOfTitles.has(title.slice(title.lastIndexOf(' ') + 1).toLowerCase()) ? 'docs' : null;
