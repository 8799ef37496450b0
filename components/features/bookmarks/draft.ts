import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { parseTags, printTags } from '@/lib/domain/tags';

/** Values of the form. */
export interface Draft {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Uuids; empty for the default collection. */
  readonly collections: readonly string[];
  readonly favorite: boolean;
}

export const emptyDraft: Draft = {
  url: '',
  title: '',
  description: '',
  tags: [],
  collections: [],
  favorite: false,
};

export const draftOf = (bookmark: Bookmark): Draft => ({
  url: bookmark.url ?? '',
  title: bookmark.title ?? '',
  description: bookmark.description ?? '',
  tags: parseTags(bookmark.tags),
  collections: bookmark.collections.map((collection) => collection.uuid),
  favorite: bookmark.favorite,
});

type CreateBody = Input<'bookmarks.create'>['body'];
type UpdateBody = Input<'bookmarks.update'>['body'];

/**
 * Returns the request body for a new bookmark; `uuid` is reused for retries, so that it cannot be created
 * twice.
 */
export const createBody = (draft: Draft, uuid: string, force: boolean): CreateBody => ({
  uuid,
  url: draft.url,
  title: draft.title,
  description: draft.description,
  tags: printTags(draft.tags),
  favorite: draft.favorite,
  ...(draft.collections.length > 0 && { collections: [...draft.collections] }),
  ...(force && { force }),
});

/**
 * Returns the fields that differ from the original bookmark, so that a concurrent change to another field is
 * kept.
 */
export function updateBody(
  draft: Draft,
  bookmark: Bookmark,
  defaultCollection: string | undefined,
): UpdateBody {
  const before = draftOf(bookmark);
  const body: UpdateBody = {};
  if (draft.url !== before.url) body.url = draft.url;
  if (draft.title !== before.title) body.title = draft.title;
  if (draft.description !== before.description) body.description = draft.description;
  if (printTags(draft.tags) !== printTags(before.tags)) body.tags = printTags(draft.tags);
  return { ...body, ...markChanges(draft, bookmark, defaultCollection) };
}

/** Returns the changes of the fields that the service can read, even of an encrypted bookmark. */
export function markChanges(
  draft: Draft,
  bookmark: Bookmark,
  defaultCollection: string | undefined,
): Pick<UpdateBody, 'favorite' | 'collections'> {
  const before = draftOf(bookmark);
  const collections =
    draft.collections.length > 0 || defaultCollection === undefined ? draft.collections : [defaultCollection];
  return {
    ...(draft.favorite !== before.favorite && { favorite: draft.favorite }),
    ...(collections.join() !== before.collections.join() && { collections: [...collections] }),
  };
}
