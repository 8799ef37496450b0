import { sql, type SQL } from 'drizzle-orm';
import { trimTitle } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import { indexVersion, searchColumns } from '@/lib/domain/search-vector';
import { encryptedTitleKey } from '@/lib/domain/search-words';
import { parseBookmarkUrl, type BookmarkUrl } from '@/lib/domain/url';
import { urlKeyHash } from '@/lib/domain/url-key';
import { bookmarks } from '@/provider/db/schema/library';
import { Problem } from '@/provider/problem';

/** The content of a bookmark and the columns derived from it. */
export interface BookmarkContent {
  title: string | null;
  url: string | null;
  urlKey: string | null;
  domain: string | null;
  path: string | null;
  description: string | null;
  tags: string[];
  encrypted: boolean;
  cipher: string | null;
  hint: string | null;
  titleKey: string;
  search: string | null;
  type: string | null;
  indexVersion: number;
}

export interface PlainContent {
  title: string;
  url: BookmarkUrl;
  description: string;
  tags: string[];
}

/**
 * Parses the url of a request: only web addresses are accepted, and `https://` is added if the scheme is missing. Text
 * that cannot be parsed as an address is stored as text that is never rendered as a link. Throws VALIDATION_FAILED.
 */
export function readUrl(raw: string): BookmarkUrl {
  const url = parseBookmarkUrl(raw);
  // An added scheme and percent-encoding make it longer than the text that the contract has checked.
  if (Array.from(url.url).length > limits.urlLength) {
    throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'url', code: 'too_long' }] });
  }
  if (url.kind === 'web' || url.warning === 'invalid') return url;
  const code = url.warning === 'empty' ? 'required' : 'unsafe_url';
  throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'url', code }] });
}

/** Returns the columns of an unencrypted bookmark. */
export function plainContent({ url, description, tags, ...plain }: PlainContent): BookmarkContent {
  const { domain, path } = url;
  const title = trimTitle(plain.title);
  return {
    title,
    url: url.url,
    urlKey: urlKeyHash(url.url),
    domain,
    path,
    description,
    tags,
    encrypted: false,
    cipher: null,
    hint: null,
    ...searchColumns({ title, domain, path, description, tags }),
  };
}

/** Returns the columns of an encrypted bookmark: only the envelope and the hint; an empty hint becomes null. */
export const encryptedContent = (cipher: string, hint: string | null): BookmarkContent => ({
  title: null,
  url: null,
  urlKey: null,
  domain: null,
  path: null,
  description: null,
  tags: [],
  encrypted: true,
  cipher,
  hint: hint === '' ? null : hint,
  titleKey: encryptedTitleKey,
  search: null,
  type: null,
  indexVersion,
});

const contentKeys = [
  'title',
  'url',
  'urlKey',
  'domain',
  'path',
  'description',
  'tags',
  'encrypted',
  'cipher',
  'hint',
  'titleKey',
  'search',
  'type',
  'indexVersion',
] as const satisfies readonly (keyof BookmarkContent)[];

/** Column names of the content for a handwritten insert, in the order of {@link contentValues}. */
export const contentColumns = sql.join(
  contentKeys.map((key) => sql.identifier(bookmarks[key].name)),
  sql`, `,
);

export const contentValues = (content: BookmarkContent): SQL =>
  sql.join(
    contentKeys.map((key) => sql.param(content[key])),
    sql`, `,
  );
