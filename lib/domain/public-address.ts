import { serviceLimits } from '@/lib/contract/service-limits';
import type { Language } from '@/lib/contract/account';

/** What identifies a public collection in an address. */
export interface PublicKey {
  readonly uuid: string;
  readonly slug: string;
}

/** The part of a collection that an address asks for. */
export interface PublicView {
  /** Words to search for; empty for the whole list. */
  readonly q: string;
  /** From 1. */
  readonly page: number;
  /** The language that the address itself names. */
  readonly lang: Language | null;
}

/** An address of a public collection. The slug is whatever the path contains. */
export interface PublicAddress extends PublicKey, PublicView {
  /** The uuid is in lower case, as in every link to the page. */
  readonly isExact: boolean;
}

/** Feeds of a collection, with their media types. */
export const feeds = [
  { name: 'RSS', file: 'rss.xml', type: 'application/rss+xml' },
  { name: 'Atom', file: 'atom.xml', type: 'application/atom+xml' },
  { name: 'JSON Feed', file: 'feed.json', type: 'application/feed+json' },
] as const;

/** Resources below the page of a collection. */
export type PublicFile = (typeof feeds)[number]['file'] | 'opengraph-image';

type Query = Readonly<Record<string, string | string[] | undefined>>;

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const slugPattern = /^[\p{L}\p{N}-]{1,200}$/u;
const pagePattern = /^[1-9]\d{0,5}$/;
const languages: readonly Language[] = ['en', 'pt-BR'];
const firstView: PublicView = { q: '', page: 1, lang: null };

/** Reads the segments of `/public/{uuid}/{slug}` with the query; null where no page can be. */
export function readPublicAddress(uuid: string, slug: string, query: Query = {}): PublicAddress | null {
  const lower = uuid.toLowerCase();
  const page = first(query['page']) ?? '1';
  if (!uuidPattern.test(lower) || !pagePattern.test(page)) return null;
  return {
    uuid: lower,
    slug: decode(slug),
    q: readWords(first(query['q']) ?? ''),
    page: Number(page),
    lang: readLanguage(first(query['lang'])),
    isExact: uuid === lower,
  };
}

/** The language that a query names, if the interface speaks it. */
export const readLanguage = (value: string | null | undefined): Language | null =>
  languages.find((language) => language === value) ?? null;

/** A slug that is safe in the path of a call: others could mean something there, such as `..`. */
export const slugForCall = (slug: string): string => (slugPattern.test(slug) ? slug : 'collection');

/** The path of a view, with the shortest query that describes it. */
export function publicPath(key: PublicKey, view: Partial<PublicView> = {}): string {
  const { q, page, lang } = { ...firstView, ...view };
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (page > 1) query.set('page', String(page));
  if (lang !== null) query.set('lang', lang);
  return query.size === 0 ? pathOf(key) : `${pathOf(key)}?${query}`;
}

export const publicFilePath = (key: PublicKey, file: PublicFile): string => `${pathOf(key)}/${file}`;

/** The stored icon of a site; no request leaves the service for it. */
export const publicIconPath = ({ uuid }: Pick<PublicKey, 'uuid'>, host: string): string =>
  `/v1/preview/favicon/public?collection=${uuid}&host=${encodeURIComponent(host)}`;

/** Page numbers for links: the first, the last and those around the current one; null for a gap. */
export function pageNumbers(current: number, count: number): (number | null)[] {
  const near = [1, current - 1, current, current + 1, count].filter((page) => page >= 1 && page <= count);
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((page, index) => {
    const before = shown[index - 1] ?? 0;
    if (page - before === 1) return [page];
    // A gap of one page is as wide as its number.
    return page - before === 2 ? [page - 1, page] : [null, page];
  });
}

const pathOf = ({ uuid, slug }: PublicKey): string => `/public/${uuid}/${encodeURIComponent(slug)}`;

const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** Cuts a search to what the service accepts, without characters that it cannot store. */
function readWords(text: string): string {
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
