import { parseTags } from '@/lib/domain/tags';
import { parseBookmarkUrl } from '@/lib/domain/url';
import type { Actor } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import {
  contentColumns,
  contentValues,
  plainContent,
  readUrl,
  sealedContent,
  type BookmarkContent,
} from '@/provider/services/bookmarks/bookmark-content';
import type { BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import { eraseCopies } from '@/provider/services/bookmarks/erase-copies';
import { getBookmark, lockBookmark } from '@/provider/services/bookmarks/find-bookmark';
import { isUnchanged } from '@/provider/services/bookmarks/is-unchanged';
import { replaceLinks } from '@/provider/services/bookmarks/link-collections';

export interface UpdateBookmark {
  title?: string | undefined;
  url?: string | undefined;
  description?: string | undefined;
  tags?: string | undefined;
  favorite?: boolean | undefined;
  highlighted?: boolean | undefined;
  /** None of them: the default one. */
  collections?: readonly string[] | undefined;
  encrypted?: boolean | undefined;
  cipher?: string | undefined;
  hint?: string | undefined;
  /** The time of the last change that the caller knows of. */
  updatedAt?: string | undefined;
}

const writeMarks = {
  name: 'update-bookmark-marks',
  text: 'update bookmarks set updated_at = $2, favorite = $3, highlighted = $4 where id = $1',
};

const writeContent = {
  name: 'update-bookmark-content',
  text: `update bookmarks set updated_at = $2, favorite = $3, highlighted = $4,
      extra = case when $5 then null else extra end,
      ${contentColumns.map((column, index) => `${column} = $${index + 6}`).join(', ')}
    where id = $1`,
};

/**
 * Changes a bookmark of the actor; what is absent stays. One that becomes encrypted loses every readable copy in the
 * same transaction. Throws NOT_FOUND (also for a collection that is not of its space), SMART_COLLECTION,
 * VALIDATION_FAILED, and OUTDATED when it was changed since the caller read it.
 */
export function updateBookmark(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
  input: UpdateBookmark,
): Promise<BookmarkRecord> {
  return inTransaction(db, async (tx) => {
    const current = await lockBookmark(tx, actor.accountId, id);
    if (input.updatedAt !== undefined && !isUnchanged(current, input.updatedAt))
      throw new Problem('OUTDATED');
    const content = planContent(current, input);
    if (input.collections !== undefined) await replaceLinks(tx, current, input.collections);
    if (content?.encrypted === true && !current.encrypted) await eraseCopies(tx, actor.accountId, [current]);
    const { favorite = current.favorite, highlighted = current.highlighted } = input;
    const marks = [id, clock(), favorite, highlighted];
    if (content === null) await tx.query({ ...writeMarks, values: marks });
    else
      await tx.query({ ...writeContent, values: [...marks, content.encrypted, ...contentValues(content)] });
    return getBookmark(tx, actor.accountId, id);
  });
}

const refuse = (path: string, code: 'required' | 'plaintext_beside_cipher'): Problem =>
  new Problem('VALIDATION_FAILED', { issues: [{ path, code }] });

const texts = ({ title, url, description, tags }: UpdateBookmark) => [title, url, description, tags];

/** What the bookmark says after the change; null when that does not change. */
function planContent(current: BookmarkRecord, input: UpdateBookmark): BookmarkContent | null {
  if (input.encrypted === true) {
    return sealedContent(input.cipher ?? '', input.hint ?? (current.encrypted ? current.hint : null));
  }
  if (!current.encrypted) {
    return texts(input).some((text) => text !== undefined) ? mergeText(current, input) : null;
  }
  if (input.encrypted === false) return openText(input);
  if (texts(input).some((text) => text)) throw refuse('cipher', 'plaintext_beside_cipher');
  return input.hint === undefined ? null : sealedContent(current.cipher ?? '', input.hint);
}

function mergeText(current: BookmarkRecord, input: UpdateBookmark): BookmarkContent {
  // An imported link that is not of the web stays as it is while its other fields are edited.
  const keepsUrl = input.url === undefined || input.url === current.url;
  return plainContent({
    title: input.title ?? current.title ?? '',
    url: keepsUrl ? parseBookmarkUrl(current.url ?? '') : readUrl(input.url ?? ''),
    description: input.description ?? current.description ?? '',
    tags: parseTags(input.tags ?? current.tags),
  });
}

function openText(input: UpdateBookmark): BookmarkContent {
  if (input.url === undefined) throw refuse('url', 'required');
  return plainContent({
    title: input.title ?? '',
    url: readUrl(input.url),
    description: input.description ?? '',
    tags: parseTags(input.tags ?? ''),
  });
}
