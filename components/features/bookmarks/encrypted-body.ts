import { createBody, draftOf, markChanges, type Draft } from '@/components/features/bookmarks/draft';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Secret } from '@/lib/crypto/types';
import { printTags } from '@/lib/domain/tags';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { keyOf } from '@/lib/vault/decrypt-text';
import type { KeyChoice } from '@/lib/vault/vault-types';

type CreateBody = Input<'bookmarks.create'>['body'];
type UpdateBody = Input<'bookmarks.update'>['body'];

/** What is sent of an encrypted bookmark. */
export interface EncryptedDraft {
  readonly cipher: string;
  readonly hint: string;
}

/** What a draft hides when it is encrypted, in the form in which the service would have stored it. */
export const secretOfDraft = ({ url, title, description, tags }: Draft): Secret => ({
  url: parseBookmarkUrl(url.trim()).url,
  title: title.trim(),
  description: description.trim(),
  tags: printTags(tags),
});

/** As the service judges an address that it can read: only those of the web, or what is no address at all. */
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

/** How an edit of a bookmark is saved that is encrypted, or becomes so. */
interface Edit {
  readonly draft: Draft;
  /** As the form was opened with it, with its words. */
  readonly bookmark: Bookmark;
  readonly defaultCollection: string | undefined;
  /** It is saved even if somebody changed it meanwhile. */
  readonly force: boolean;
}

/** Whether a bookmark is to have another key than now; without one it is to be readable. */
export const isOtherKey = (choice: KeyChoice | null, { cipher }: Pick<Bookmark, 'cipher'>): boolean =>
  choice !== null && !('key' in choice && choice.key === keyOf(cipher));

/** Whether what the envelope holds is to change. */
export const isSecretChanged = ({ draft, bookmark }: Pick<Edit, 'draft' | 'bookmark'>): boolean =>
  !bookmark.encrypted ||
  JSON.stringify(secretOfDraft(draft)) !== JSON.stringify(secretOfDraft(draftOf(bookmark)));

/** Without an envelope the one that it has stays. */
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

/** Back to a bookmark that the service can read. */
export function decryptedBody(edit: Edit): UpdateBody {
  const { draft, bookmark, defaultCollection } = edit;
  return {
    encrypted: false,
    ...secretOfDraft(draft),
    ...markChanges(draft, bookmark, defaultCollection),
    ...precondition(edit),
  };
}

// An envelope is written as a whole: what somebody else has saved meanwhile would be lost in silence.
const precondition = ({ bookmark, force }: Edit): Pick<UpdateBody, 'updatedAt'> =>
  force ? {} : { updatedAt: bookmark.updatedAt };
