import { changedIn } from '@/lib/bookmark/merge';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Suggestions } from '@/lib/contract/search';
import type { Secret } from '@/lib/crypto/types';
import { parseTags, printTags } from '@/lib/domain/tags';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { keyOf } from '@/lib/vault/decrypt-text';
import type { KeyChoice } from '@/lib/vault/vault-types';

/** Values of the form. */
export interface Draft {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly notes: string;
  readonly tags: readonly string[];
  /** Uuids; empty for the default collection. */
  readonly collections: readonly string[];
  readonly favorite: boolean;
}

export const emptyDraft: Draft = {
  url: '',
  title: '',
  description: '',
  notes: '',
  tags: [],
  collections: [],
  favorite: false,
};

export const draftOf = (bookmark: Bookmark): Draft => ({
  url: bookmark.url ?? '',
  title: bookmark.title ?? '',
  description: bookmark.description ?? '',
  notes: bookmark.notes ?? '',
  tags: parseTags(bookmark.tags),
  collections: bookmark.collections.map((collection) => collection.uuid),
  favorite: bookmark.favorite,
});

type CreateBody = Input<'bookmarks.create'>['body'];
type UpdateBody = Input<'bookmarks.update'>['body'];

const textsOf = ({ url, title, description, notes, tags }: Draft) => ({
  ...{ url, title, description, notes },
  tags: printTags(tags),
});

/**
 * Returns the request body for a new bookmark; `uuid` is reused for retries, so that it cannot be created
 * twice.
 */
export const createBody = (draft: Draft, uuid: string, force: boolean): CreateBody => ({
  uuid,
  ...textsOf(draft),
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
  const changed = changedIn(textsOf(draftOf(bookmark)), textsOf(draft));
  return { ...changed, ...markChanges(draft, bookmark, defaultCollection) };
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

/** Encrypted fields of a bookmark as they are sent. */
export interface EncryptedDraft {
  readonly cipher: string;
  readonly hint: string;
}

/** Returns the part of a draft to encrypt, in the form in which the service would have stored it. */
export const secretOfDraft = ({ url, title, description, notes, tags }: Draft): Secret => ({
  url: parseBookmarkUrl(url.trim()).url,
  title: title.trim(),
  description: description.trim(),
  ...(notes.trim() !== '' && { notes: notes.trim() }),
  tags: printTags(tags),
});

/**
 * Whether the service would accept the address if it could read it: only web addresses, or text that is not an
 * address.
 */
export function isAddressTaken(url: string): boolean {
  const { kind, warning } = parseBookmarkUrl(url.trim());
  return kind === 'web' || warning === 'invalid';
}

export function createEncryptedBody(
  draft: Draft,
  uuid: string,
  { cipher, hint }: EncryptedDraft,
): CreateBody {
  const { favorite, collections } = createBody(draft, uuid, false);
  return {
    uuid,
    encrypted: true,
    cipher,
    ...(hint !== '' && { hint }),
    ...(favorite !== undefined && { favorite }),
    ...(collections && { collections }),
  };
}

/** An edit of a bookmark that is or becomes encrypted. */
interface Edit {
  readonly draft: Draft;
  /** The decrypted bookmark that the form was opened with. */
  readonly bookmark: Bookmark;
  readonly defaultCollection: string | undefined;
  /** It is saved even if it was changed elsewhere in the meantime. */
  readonly force: boolean;
}

/** Whether a bookmark gets another key than its current one; a null choice makes it readable. */
export const isOtherKey = (choice: KeyChoice | null, { cipher }: Pick<Bookmark, 'cipher'>): boolean =>
  choice !== null && !('key' in choice && choice.key === keyOf(cipher));

/** Whether the encrypted part changes. */
export const isSecretChanged = ({ draft, bookmark }: Pick<Edit, 'draft' | 'bookmark'>): boolean =>
  !bookmark.encrypted ||
  JSON.stringify(secretOfDraft(draft)) !== JSON.stringify(secretOfDraft(draftOf(bookmark)));

/** Returns the request body. Without a new envelope the current one stays. */
export function updateEncryptedBody(edit: Edit, encrypted: EncryptedDraft | null): UpdateBody {
  const { draft, bookmark, defaultCollection } = edit;
  const marks = markChanges(draft, bookmark, defaultCollection);
  if (encrypted === null) return marks;
  const { cipher, hint } = encrypted;
  return {
    encrypted: true,
    cipher,
    ...(hint !== (bookmark.hint ?? '') && { hint }),
    ...marks,
    ...precondition(edit),
  };
}

/** Returns the request body that makes a bookmark readable for the service again. */
export function decryptedBody(edit: Edit): UpdateBody {
  const { draft, bookmark, defaultCollection } = edit;
  return {
    encrypted: false,
    notes: '',
    ...secretOfDraft(draft),
    ...markChanges(draft, bookmark, defaultCollection),
    ...precondition(edit),
  };
}

// An envelope is replaced as a whole: a concurrent change would be lost silently.
const precondition = ({ bookmark, force }: Edit): Pick<UpdateBody, 'updatedAt'> =>
  force ? {} : { updatedAt: bookmark.updatedAt };

/** Suggestions for a page that is being added. */
export interface EditorSuggestions {
  /** Whether nothing has been suggested for any page of this form yet, and a request is pending. */
  readonly isPending: boolean;
  readonly found: Suggestions;
}

export const noSuggestions: EditorSuggestions = { isPending: false, found: { content: [], tags: [] } };
