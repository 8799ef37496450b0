import { sql, type SQL } from 'drizzle-orm';
import { fieldsWith } from '@/lib/bookmark/fields';
import { trimTitle } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import { indexVersion, searchColumns } from '@/lib/domain/search-vector';
import { encryptedTitleKey } from '@/lib/domain/search-words';
import { parseTags } from '@/lib/domain/tags';
import { parseBookmarkUrl, type BookmarkUrl } from '@/lib/domain/url';
import { urlKeyHash } from '@/lib/domain/url-key';
import { bookmarks, type BookmarkRow } from '@/provider/db/schema/library';
import { Problem } from '@/provider/problem';

const secretNames = fieldsWith({ secret: true });

/** Columns that are empty in an encrypted bookmark, besides its tags. */
const readableNames = [
  ...secretNames.filter((name) => name !== 'tags'),
  ...(['urlKey', 'domain', 'path', 'search', 'type'] as const),
];

const contentNames = [
  ...readableNames,
  ...(['tags', 'encrypted', 'cipher', 'hint', 'titleKey', 'indexVersion'] as const),
];

/** The content of a bookmark and the columns derived from it. */
export type BookmarkContent = Pick<BookmarkRow, (typeof contentNames)[number]>;

/** The texts of a bookmark that users write, besides the url. */
const textNames = secretNames.filter((name) => name !== 'url' && name !== 'tags');
type Texts = Record<(typeof textNames)[number], string>;

interface PlainContent extends Texts {
  url: BookmarkUrl;
  tags: string[];
}

/** The content of a request; absent fields are those of the current bookmark, or empty. */
type ContentInput = { [Name in keyof PlainContent]?: string | undefined };

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

/** Whether a request sets a field of the content; with `isText`, only to a text that is not empty. */
export const hasContent = (input: ContentInput, { isText = false } = {}): boolean =>
  secretNames.some((name) => (isText ? input[name] : input[name] !== undefined));

/** Returns the columns of an unencrypted bookmark after a request. Throws VALIDATION_FAILED. */
export function contentAfter(
  input: ContentInput,
  current: { [Name in keyof ContentInput]: string | null } | null,
): BookmarkContent {
  // An imported link that is not a web address is preserved while other fields are edited.
  const isUrlKept = current && (input.url === undefined || input.url === current.url);
  return plainContent({
    ...(Object.fromEntries(textNames.map((name) => [name, input[name] ?? current?.[name] ?? ''])) as Texts),
    url: isUrlKept ? parseBookmarkUrl(current.url ?? '') : readUrl(input.url ?? ''),
    tags: parseTags(input.tags ?? current?.tags ?? ''),
  });
}

/** Returns the columns of an unencrypted bookmark. */
function plainContent({ url, ...texts }: PlainContent): BookmarkContent {
  const { domain, path } = url;
  const plain = { ...texts, title: trimTitle(texts.title), domain, path };
  return {
    ...plain,
    url: url.url,
    urlKey: urlKeyHash(url.url),
    encrypted: false,
    cipher: null,
    hint: null,
    ...searchColumns(plain),
  };
}

const noText = Object.fromEntries(readableNames.map((name) => [name, null])) as Record<
  (typeof readableNames)[number],
  null
>;

/** Returns the columns of an encrypted bookmark: only the envelope and the hint; an empty hint becomes null. */
export const encryptedContent = (cipher: string, hint: string | null): BookmarkContent => ({
  ...noText,
  tags: [],
  encrypted: true,
  cipher,
  hint: hint === '' ? null : hint,
  titleKey: encryptedTitleKey,
  indexVersion,
});

/** Column names of the content for a handwritten insert, in the order of {@link contentValues}. */
export const contentColumns = sql.join(
  contentNames.map((name) => sql.identifier(bookmarks[name].name)),
  sql`, `,
);

export const contentValues = (content: BookmarkContent): SQL =>
  sql.join(
    contentNames.map((name) => sql.param(content[name])),
    sql`, `,
  );
