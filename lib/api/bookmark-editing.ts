import type { QueryClient } from '@tanstack/react-query';
import { bookmarkScope, type OnBookmark } from '@/lib/api/bookmarks';
import { knownCollections } from '@/lib/api/collections';
import { endpointMutation } from '@/lib/api/mutation';
import { ApiProblem } from '@/lib/api/problem';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionRef, CollectionSummary } from '@/lib/contract/collections';
import { parseTags, printTags } from '@/lib/domain/tags';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { editedFields, factsOf, mergeEdit } from '@/lib/bookmark/merge';

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
    notes: null,
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
    later: body.later ?? false,
    readAt: null,
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
  const { later = bookmark.later, readAt = bookmark.readAt } = body;
  const collections =
    body.collections === undefined
      ? bookmark.collections
      : refsOf(body.collections, [...known, ...bookmark.collections]);
  return withText({ ...bookmark, favorite, highlighted, later, readAt, collections, updatedAt: now }, body);
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
  const { notes = bookmark.notes ?? '' } = body;
  return {
    ...bookmark,
    encrypted: false,
    cipher: null,
    hint: null,
    title,
    description,
    notes,
    tags,
    ...address,
  };
}

const noPlaintext = {
  title: null,
  url: null,
  domain: null,
  path: null,
  description: null,
  notes: null,
  tags: '',
};

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

/** `bookmark` is the one that the form was opened with. */
interface FormEdit extends OnBookmark<'bookmarks.update'> {
  /** It is saved even if the same field was changed elsewhere in the meantime. */
  readonly force?: boolean;
}

/**
 * Merges an edit of an outdated version with the later one. Null if both changed the same field, unless the edit is
 * forced, and for an envelope, which cannot be merged.
 */
function mergeOutdated(failure: unknown, edit: FormEdit, client: QueryClient): FormEdit | null {
  const { body, bookmark, force } = edit;
  if (!(failure instanceof ApiProblem) || failure.code !== 'OUTDATED' || body.encrypted !== undefined)
    return null;
  const current = failure.extra['bookmark'] as Bookmark;
  const fields = editedFields(body);
  const edited = editBookmark(bookmark, body, knownCollections(client), nowIso());
  const facts = { before: factsOf(bookmark, fields), after: factsOf(edited, fields) };
  const merged = mergeEdit(body, facts, factsOf(current, fields));
  if (merged.isConflict && force !== true) return null;
  return { ...edit, body: { ...merged.body, updatedAt: current.updatedAt }, bookmark: current };
}

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
  /** An edit with `updatedAt` is merged with a later version of the bookmark. */
  update: () =>
    endpointMutation<'bookmarks.update', FormEdit>('bookmarks.update', {
      scope: bookmarkScope,
      optimistic: ({ bookmark, body }, client) => ({
        bookmark: {
          before: bookmark,
          after: editBookmark(bookmark, body, knownCollections(client), nowIso()),
        },
      }),
      fromReply: (reply) => ({ bookmark: { before: reply, after: reply } }),
      revise: mergeOutdated,
    }),
  /** Reads the metadata of a page; changes nothing. */
  metadata: () => endpointMutation('bookmarks.metadata'),
};
