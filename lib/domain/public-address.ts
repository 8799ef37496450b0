import { serviceLimits } from '@/lib/contract/service-limits';
import type { Language } from '@/lib/contract/account';

/** Identifies a public collection in a URL. */
export interface PublicKey {
  readonly uuid: string;
  readonly slug: string;
}

/** The view of a collection that a URL requests. */
export interface PublicView {
  /** Search words; empty for the whole list. */
  readonly q: string;
  /** From 1. */
  readonly page: number;
  /** Language in the URL. */
  readonly lang: Language | null;
}

/** A parsed URL of a public collection. The slug is taken from the path without validation. */
export interface PublicAddress extends PublicKey, PublicView {
  /** Whether the uuid is in lower case, as in all links to the page. */
  readonly isExact: boolean;
}

/** Feeds of a collection, with their media types. */
export const feeds = [
  { name: 'RSS', file: 'rss.xml', type: 'application/rss+xml' },
  { name: 'Atom', file: 'atom.xml', type: 'application/atom+xml' },
  { name: 'JSON Feed', file: 'feed.json', type: 'application/feed+json' },
] as const;

/** Resources under the page of a collection. */
export type PublicFile = (typeof feeds)[number]['file'] | 'opengraph-image';

type Query = Readonly<Record<string, string | string[] | undefined>>;

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const slugPattern = /^[\p{L}\p{N}-]{1,200}$/u;
const pagePattern = /^[1-9]\d{0,5}$/;
const languages: readonly Language[] = ['en', 'pt-BR'];
const firstView: PublicView = { q: '', page: 1, lang: null };

/** Parses the segments of `/public/{uuid}/{slug}` and the query; null if no page can match. */
export function readPublicAddress(uuid: string, slug: string, query: Query = {}): PublicAddress | null {
  const lower = uuid.toLowerCase();
  const page = first(query['page']) ?? '1';
  if (!uuidPattern.test(lower) || !pagePattern.test(page)) return null;
  return {
    uuid: lower,
    slug: decode(slug),
    q: cleanSearch(first(query['q']) ?? ''),
    page: Number(page),
    lang: readLanguage(first(query['lang'])),
    isExact: uuid === lower,
  };
}

/** Returns the language of a query parameter if it is supported. */
export const readLanguage = (value: string | null | undefined): Language | null =>
  languages.find((language) => language === value) ?? null;

/** Returns a slug that is safe in a request path; others could have a special meaning, such as `..`. */
export const slugForCall = (slug: string): string => (slugPattern.test(slug) ? slug : 'collection');

/** Returns the path of a view, with the shortest equivalent query. */
export function publicPath(key: PublicKey, view: Partial<PublicView> = {}): string {
  const { q, page, lang } = { ...firstView, ...view };
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (page > 1) query.set('page', String(page));
  if (lang !== null) query.set('lang', lang);
  return query.size === 0 ? pathOf(key) : `${pathOf(key)}?${query}`;
}

export const publicFilePath = (key: PublicKey, file: PublicFile): string => `${pathOf(key)}/${file}`;

/** Returns the path of a site's stored icon, which the service returns without an outgoing request. */
export const publicIconPath = ({ uuid }: Pick<PublicKey, 'uuid'>, host: string): string =>
  `/v1/preview/favicon/public?collection=${uuid}&host=${encodeURIComponent(host)}`;

/** URL of the picture of a bookmark that the collection shows. */
export const publicCoverPath = (
  { uuid }: Pick<PublicKey, 'uuid'>,
  bookmark: string | null,
  version: string,
  size: 320 | 640,
): string =>
  `/v1/preview/cover/public?collection=${uuid}${bookmark === null ? '' : `&bookmark=${bookmark}`}&size=${size}&version=${version}`;

/** Returns page numbers for links: the first, the last and those around the current one; null for a gap. */
export function pageNumbers(current: number, count: number): (number | null)[] {
  const near = [1, current - 1, current, current + 1, count].filter((page) => page >= 1 && page <= count);
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((page, index) => {
    const before = shown[index - 1] ?? 0;
    if (page - before === 1) return [page];
    // A gap of one page would be as wide as its number.
    return page - before === 2 ? [page - 1, page] : [null, page];
  });
}

const pathOf = ({ uuid, slug }: PublicKey): string => `/public/${uuid}/${encodeURIComponent(slug)}`;

const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** Truncates a search to the accepted length and removes characters that cannot be stored. */
function cleanSearch(text: string): string {
  const plain = text.toWellFormed().replaceAll('\0', '').trim();
  return Array.from(plain.slice(0, 2 * serviceLimits.publicQueryLength))
    .slice(0, serviceLimits.publicQueryLength)
    .join('')
    .toWellFormed();
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
