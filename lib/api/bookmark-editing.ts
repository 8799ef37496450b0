import type { MutationFunctionContext, QueryClient } from '@tanstack/react-query';
import { bookmarkScope, type OnBookmark } from '@/lib/api/bookmarks';
import { knownCollections } from '@/lib/api/collections';
import { endpointMutation } from '@/lib/api/mutation';
import { ApiProblem } from '@/lib/api/problem';
import { transportOf } from '@/lib/api/query-client';
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

/** `bookmark` is the one that the form was opened with. */
interface FormEdit extends OnBookmark<'bookmarks.update'> {
  /** It is saved even if the same field was changed elsewhere in the meantime. */
  readonly force?: boolean;
}

/**
 * Sends the edit for the version that the form was opened with. If that is outdated, the edit is merged with the later
 * version and sent once more. Throws OUTDATED if both changed the same field.
 */
async function saveEdit({ params, body, bookmark, force }: FormEdit, client: QueryClient): Promise<Bookmark> {
  const send = (edited: UpdateBody, known: Bookmark) => {
    const input = { params, body: edited };
    const write = { client, variables: { ...input, bookmark: known } };
    return transportOf(client)('bookmarks.update', input, { write });
  };
  // An envelope cannot be merged, and the form decides whether it requires the version. A highlight overwrites nothing.
  if (body.encrypted !== undefined || body.highlighted !== undefined) return send(body, bookmark);
  try {
    return await send({ ...body, updatedAt: bookmark.updatedAt }, bookmark);
  } catch (failure) {
    if (!(failure instanceof ApiProblem) || failure.code !== 'OUTDATED') throw failure;
    const current = failure.extra['bookmark'] as Bookmark;
    const fields = editedFields(body);
    const edited = editBookmark(bookmark, body, knownCollections(client), nowIso());
    const edit = { before: factsOf(bookmark, fields), after: factsOf(edited, fields) };
    const merged = mergeEdit(body, edit, factsOf(current, fields));
    if (merged.isConflict && force !== true) throw failure;
    return send({ ...merged.body, updatedAt: current.updatedAt }, current);
  }
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
  update: () => ({
    ...endpointMutation<'bookmarks.update', FormEdit>('bookmarks.update', {
      scope: bookmarkScope,
      optimistic: ({ bookmark, body }, client) => ({
        bookmark: {
          before: bookmark,
          after: editBookmark(bookmark, body, knownCollections(client), nowIso()),
        },
      }),
      fromReply: (reply) => ({ bookmark: { before: reply, after: reply } }),
    }),
    mutationFn: (edit: FormEdit, { client }: MutationFunctionContext) => saveEdit(edit, client),
  }),
  /** Reads the metadata of a page; changes nothing. */
  metadata: () => endpointMutation('bookmarks.metadata'),
};
