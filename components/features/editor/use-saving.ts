'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { Refused } from '@/components/common/contract-form';
import { loadCode } from '@/components/common/on-demand';
import {
  createBody,
  createEncryptedBody,
  decryptedBody,
  type Draft,
  type EncryptedDraft,
  isOtherKey,
  isSecretChanged,
  secretOfDraft,
  updateBody,
  updateEncryptedBody,
} from '@/components/entities/bookmark-draft';
import { bookmarkEditing } from '@/lib/api/bookmark-editing';
import { collectionQueries } from '@/lib/api/collections';
import { forgetPlain, forgetWrites } from '@/lib/offline/forget-plain';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { CryptoUnavailable, KeyLocked } from '@/lib/crypto/refusals';
import { ChangeWaiting } from '@/lib/outbox/entry';
import { encryptedRow } from '@/lib/vault/decrypted';
import { KeyTooShort, WrongKey, type KeyChoice } from '@/lib/vault/vault-types';

interface Saving {
  readonly draft: Draft;
  /** Encryption key; null if the service may read the bookmark. */
  readonly key: KeyChoice | null;
  /** It is saved although the url exists in the space, or the bookmark was changed elsewhere. */
  readonly force: boolean;
}

/** Sends the prepared request; resolves when the service has stored it. */
export type Send = () => Promise<Bookmark>;

/**
 * Returns a function that saves the form: it first encrypts the draft, while the form is still open to ask for
 * the key; the request then contains no plain text. `bookmark` is the edited one, decrypted.
 */
export function useSaving(bookmark: Bookmark | null): (saving: Saving) => Promise<Send> {
  const client = useQueryClient();
  // Reused for retries, so that a new bookmark cannot be created twice.
  const [uuid] = useState(() => newUuid());
  const { mutateAsync: create } = useMutation(bookmarkEditing.create());
  const { mutateAsync: update } = useMutation(bookmarkEditing.update());
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());

  const change = (known: Bookmark, edit: Input<'bookmarks.update'>['body'], force: boolean) => {
    // An edit of readable text is merged with later versions. A new envelope requires a version or overwrites it.
    const body = edit.encrypted === undefined ? { ...edit, updatedAt: known.updatedAt } : edit;
    return update({ params: { uuid: known.uuid }, body, bookmark: encryptedRow(known), force });
  };

  return async ({ draft, key, force }) => {
    if (bookmark === null && key === null) return () => create({ body: createBody(draft, uuid, force) });
    if (bookmark === null) {
      const encrypted = await encrypt(key, uuid, draft);
      return async () => {
        const saved = await create({ body: createEncryptedBody(draft, uuid, encrypted) });
        await show(saved);
        forgetWrites(client);
        return saved;
      };
    }
    if (key === null && !bookmark.encrypted) {
      return () => change(bookmark, updateBody(draft, bookmark, defaultCollection), force);
    }
    const edit = { draft, bookmark, defaultCollection, force };
    const body = key === null ? decryptedBody(edit) : updateEncryptedBody(edit, await encryptEdit(key, edit));
    return async () => {
      const saved = await change(bookmark, body, force);
      await show(saved);
      if (!bookmark.encrypted) forgetPlain(client, [bookmark.uuid]);
      return saved;
    };
  };
}

const loadVault = () => loadCode(import('@/lib/vault/vault'));

/** Encrypts the draft, with the hint that belongs to the key. */
async function encrypt(choice: KeyChoice | null, uuid: string, draft: Draft): Promise<EncryptedDraft> {
  if (choice === null) throw new Error('A key is required for encryption');
  const { encryptSecret, vaultState } = await loadVault();
  const { key, cipher } = await encryptSecret(choice, uuid, secretOfDraft(draft));
  return { cipher, hint: vaultState().keys.find((one) => one.key === key)?.hint ?? '' };
}

/** Returns null if neither the content nor the key changes: then the envelope stays. */
async function encryptEdit(
  key: KeyChoice,
  edit: { readonly draft: Draft; readonly bookmark: Bookmark },
): Promise<EncryptedDraft | null> {
  const { bookmark, draft } = edit;
  const isOther = isOtherKey(key, bookmark);
  if (!isOther && !isSecretChanged(edit)) return null;
  const encrypted = await encrypt(key, bookmark.uuid, draft);
  return isOther ? encrypted : { ...encrypted, hint: bookmark.hint ?? '' };
}

/** A saved bookmark stays readable on this screen, as long as its key is unlocked. */
async function show(saved: Bookmark): Promise<void> {
  const { decryptBookmarks } = await loadVault();
  await decryptBookmarks([saved]);
}

export interface EditorRefusal {
  /** Error to show in the form. */
  readonly error: Refused | ApiProblem | null;
  /** The existing bookmark with the url. */
  readonly existing: Bookmark | null;
  /** Whether the bookmark was changed elsewhere since the form was opened. */
  readonly isConflict: boolean;
}

export const noRefusal: EditorRefusal = { error: null, existing: null, isConflict: false };

const shownFields = ['url', 'title', 'description', 'notes', 'collections', 'tags'];

/** Returns a function that converts a failure to save into messages for the user. */
export function useEditorRefusal(): (failure: unknown) => EditorRefusal {
  const t = useTranslations('BookmarkEditor');
  const refused = (message: string, field?: string) => ({ ...noRefusal, error: new Refused(message, field) });
  return (failure) => {
    if (failure instanceof WrongKey) return refused('wrong', 'key');
    if (failure instanceof KeyTooShort) return refused('short', 'key');
    if (failure instanceof CryptoUnavailable) return refused(t('noCrypto'));
    if (failure instanceof KeyLocked) return refused(t('keyLocked'));
    if (failure instanceof ChangeWaiting) return refused(t('unsent'));
    if (failure instanceof NetworkFailure) return refused(t('offline'));
    if (!(failure instanceof ApiProblem)) return refused(t('failed'));
    const { code, errors, extra, message } = failure;
    if (code === 'OUTDATED') return { ...refused(t('conflict')), isConflict: true };
    if (code === 'ALREADY_EXISTS') {
      return { ...noRefusal, existing: (extra['bookmark'] as Bookmark | undefined) ?? null };
    }
    if (errors.some(({ path }) => shownFields.includes(path))) return { ...noRefusal, error: failure };
    return refused(errors[0]?.message || message || t('failed'));
  };
}
