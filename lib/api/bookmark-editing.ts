import { bookmarkScope, type OnBookmark } from '@/lib/api/bookmarks';
import { knownCollections } from '@/lib/api/collections';
import { endpointMutation } from '@/lib/api/mutation';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionRef, CollectionSummary } from '@/lib/contract/collections';
import { parseTags, printTags } from '@/lib/domain/tags';
import { parseBookmarkUrl } from '@/lib/domain/url';

type CreateBody = Input<'bookmarks.create'>['body'];
type UpdateBody = Input<'bookmarks.update'>['body'];

/** Returns the expected response of a creation, as far as the client can compute it. */
export function draftBookmark(body: CreateBody, known: readonly CollectionSummary[], now: string): Bookmark {
  const chosen = refsOf(body.collections ?? [], known);
  const blank: Bookmark = {
    uuid: body.uuid ?? '',
    title: null,
    url: null,
    domain: null,
    path: null,
    description: null,
    tags: '',
    encrypted: body.encrypted ?? false,
    cipher: null,
    hint: null,
    favorite: body.favorite ?? false,
    highlighted: false,
    broken: false,
    collections: chosen.length > 0 ? chosen : defaultRef(known),
    // Sorts after every key that the service generates: last in the manual order until the response arrives.
    order: '\uFFFF',
    visits: 0,
    createdAt: now,
    updatedAt: now,
    lastAccessedAt: null,
    deletedAt: null,
  };
  return withText(blank, body);
}

/** Returns a bookmark with the edited fields applied. */
export function editBookmark(
  bookmark: Bookmark,
  body: UpdateBody,
  known: readonly CollectionSummary[],
  now: string,
): Bookmark {
  const { favorite = bookmark.favorite, highlighted = bookmark.highlighted } = body;
  const collections =
    body.collections === undefined
      ? bookmark.collections
      : refsOf(body.collections, [...known, ...bookmark.collections]);
  return withText({ ...bookmark, favorite, highlighted, collections, updatedAt: now }, body);
}

function withText(bookmark: Bookmark, body: Partial<CreateBody & UpdateBody>): Bookmark {
  const { hint = bookmark.hint } = body;
  if (body.encrypted === true) {
    return { ...bookmark, ...noPlaintext, encrypted: true, cipher: body.cipher ?? null, hint };
  }
  if (bookmark.encrypted && body.encrypted === undefined) return { ...bookmark, hint };
  const address = body.url === undefined ? {} : addressOf(body.url);
  const tags = body.tags === undefined ? bookmark.tags : printTags(parseTags(body.tags));
  const { title = bookmark.title ?? '', description = bookmark.description ?? '' } = body;
  return { ...bookmark, encrypted: false, cipher: null, hint: null, title, description, tags, ...address };
}

const noPlaintext = { title: null, url: null, domain: null, path: null, description: null, tags: '' };

function addressOf(raw: string): Pick<Bookmark, 'url' | 'domain' | 'path'> {
  const { url, domain, path } = parseBookmarkUrl(raw);
  return { url, domain, path };
}

const refsOf = (uuids: readonly string[], known: readonly CollectionRef[]): CollectionRef[] =>
  uuids.flatMap((uuid) => {
    const ref = known.find((one) => one.uuid === uuid);
    return ref === undefined ? [] : [{ uuid, name: ref.name, color: ref.color, security: ref.security }];
  });

const defaultRef = (known: readonly CollectionSummary[]): CollectionRef[] =>
  refsOf(
    known.filter((one) => one.isDefault).map((one) => one.uuid),
    known,
  );

const nowIso = (): string => new Date().toISOString();

/** Writes of the bookmark form; in a separate module because the form is loaded on demand. */
export const bookmarkEditing = {
  create: () =>
    endpointMutation('bookmarks.create', {
      scope: bookmarkScope,
      optimistic: ({ body }, client) => ({
        bookmark: { before: null, after: draftBookmark(body, knownCollections(client), nowIso()) },
      }),
      fromReply: (reply) => ({ bookmark: { before: reply, after: reply } }),
    }),
  update: () =>
    endpointMutation<'bookmarks.update', OnBookmark<'bookmarks.update'>>('bookmarks.update', {
      scope: bookmarkScope,
      optimistic: ({ bookmark, body }, client) => ({
        bookmark: {
          before: bookmark,
          after: editBookmark(bookmark, body, knownCollections(client), nowIso()),
        },
      }),
      fromReply: (reply) => ({ bookmark: { before: reply, after: reply } }),
    }),
  /** Reads the metadata of a page; changes nothing. */
  metadata: () => endpointMutation('bookmarks.metadata'),
};
