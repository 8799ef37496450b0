import { findLocale, type Locale } from '@/lib/i18n/locale';
import { limits } from '@/lib/contract/limits';

/** What tells a public collection from others in an address. */
export interface Shelf {
  readonly uuid: string;
  readonly slug: string;
}

/** The view of a collection that an address asks for. */
export interface AskedView {
  /** Words that are searched for; empty for the whole list. */
  readonly q: string;
  /** From 1. */
  readonly page: number;
  /** The language that the address itself names. */
  readonly lang: Locale | null;
}

/** What an address asks for; the slug is whatever stands in its place. */
export interface AskedPage extends Shelf, AskedView {
  /** Whether the uuid is written as it is everywhere. */
  readonly isExact: boolean;
}

/** Files that belong to a collection, below its page. */
export const files = ['rss.xml', 'atom.xml', 'feed.json', 'picture.png'] as const;
export type FileName = (typeof files)[number];

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const slugPattern = /^[\p{L}\p{N}-]{1,200}$/u;
const pagePattern = /^[1-9]\d{0,5}$/;
const firstView: AskedView = { q: '', page: 1, lang: null };

/** Reads `/public/{uuid}/{slug}` with its query, of a page or of a file below it; null for what no page can be. */
export function readAsked(address: string): AskedPage | null {
  const { pathname, searchParams } = new URL(address, 'http://here');
  const [, root, uuid = '', slug = ''] = pathname.split('/');
  const lower = uuid.toLowerCase();
  const page = searchParams.get('page') ?? '1';
  if (root !== 'public' || !uuidPattern.test(lower) || !pagePattern.test(page)) return null;
  return {
    uuid: lower,
    slug: decode(slug),
    q: readWords(searchParams.get('q') ?? ''),
    page: Number(page),
    lang: findLocale(searchParams.get('lang')),
    isExact: uuid === lower,
  };
}

/** A slug as it may become part of a call: anything that is none could mean something in a path, such as `..`. */
export const slugForCall = (slug: string): string => (slugPattern.test(slug) ? slug : 'collection');

/** The path of a view, with the least of a query that says it. */
export function viewPath(shelf: Shelf, view: Partial<AskedView> = {}): string {
  const { q, page, lang } = { ...firstView, ...view };
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (page > 1) query.set('page', String(page));
  if (lang !== null) query.set('lang', lang);
  return query.size === 0 ? shelfPath(shelf) : `${shelfPath(shelf)}?${query}`;
}

export const filePath = (shelf: Shelf, name: FileName): string => `${shelfPath(shelf)}/${name}`;

const shelfPath = ({ uuid, slug }: Shelf): string => `/public/${uuid}/${encodeURIComponent(slug)}`;

/** The kept icon of a site; nobody is asked for it on demand. */
export const iconPath = ({ uuid }: Shelf, host: string): string =>
  `/v1/preview/favicon/public?collection=${uuid}&host=${encodeURIComponent(host)}`;

/** Words as they can be asked for: cut to what the service takes, without what it cannot store. */
function readWords(text: string): string {
  const plain = text.toWellFormed().replaceAll('\0', '').trim();
  return Array.from(plain.slice(0, 2 * limits.publicQueryLength))
    .slice(0, limits.publicQueryLength)
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
