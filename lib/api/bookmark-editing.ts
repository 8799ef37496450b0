import type { QueryClient } from '@tanstack/react-query';
import { bookmarkScope, type OnBookmark } from '@/lib/api/bookmarks';
import { knownCollections } from '@/lib/api/collections';
import { refOf } from '@/lib/api/effects';
import { endpointMutation } from '@/lib/api/mutation';
import { ApiProblem } from '@/lib/api/problem';
import { emptyFields, fieldsWith, type FieldName } from '@/lib/bookmark/fields';
import { withoutTexts } from '@/lib/bookmark/hidden-texts';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionRef, CollectionSummary } from '@/lib/contract/collections';
import { parseTags, printTags } from '@/lib/domain/tags';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { editedFields, factsOf, mergeEdit } from '@/lib/bookmark/merge';

type CreateBody = Input<'bookmarks.create'>['body'];
type UpdateBody = Input<'bookmarks.update'>['body'];

/** The edited fields that are never encrypted. */
const readableNames = fieldsWith({ secret: false, edit: 'conflict' });
const textNames = fieldsWith({ type: 'text' }).filter((name) => name !== 'url');

/** Returns the values that a body has. */
const given = <Name extends FieldName>(
  body: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
) => Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));

/** Returns the expected response of a creation, as far as the client can compute it. */
export function draftBookmark(body: CreateBody, known: readonly CollectionSummary[], now: string): Bookmark {
  const chosen = refsOf(body.collections ?? [], known);
  const blank: Bookmark = {
    ...emptyFields,
    ...given(body, readableNames),
    uuid: body.uuid ?? '',
    domain: null,
    path: null,
    encrypted: body.encrypted ?? false,
    cipher: null,
    hint: null,
    broken: false,
    cover: null,
    collections: chosen.length > 0 ? chosen : defaultRef(known),
    // Sorts after every key that the service generates: last in the manual order until the response arrives.
    order: '\uFFFF',
    createdAt: now,
    updatedAt: now,
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
  const collections =
    body.collections === undefined
      ? bookmark.collections
      : refsOf(body.collections, [...known, ...bookmark.collections]);
  return withText({ ...bookmark, ...given(body, readableNames), collections, updatedAt: now }, body);
}

function withText(bookmark: Bookmark, body: Partial<CreateBody & UpdateBody>): Bookmark {
  const { hint = bookmark.hint } = body;
  if (body.encrypted === true) {
    return withoutTexts({ ...bookmark, encrypted: true, cipher: body.cipher ?? null, hint });
  }
  if (bookmark.encrypted && body.encrypted === undefined) return { ...bookmark, hint };
  const address = body.url === undefined ? {} : addressOf(body.url);
  const tags = body.tags === undefined ? bookmark.tags : printTags(parseTags(body.tags));
  const texts = Object.fromEntries(textNames.map((name) => [name, body[name] ?? bookmark[name] ?? '']));
  return { ...bookmark, encrypted: false, cipher: null, hint: null, ...texts, tags, ...address };
}

function addressOf(raw: string): Pick<Bookmark, 'url' | 'domain' | 'path'> {
  const { url, domain, path } = parseBookmarkUrl(raw);
  return { url, domain, path };
}

const refsOf = (uuids: readonly string[], known: readonly CollectionRef[]): CollectionRef[] =>
  uuids.flatMap((uuid) => {
    const ref = known.find((one) => one.uuid === uuid);
    return ref === undefined ? [] : [refOf(ref)];
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
