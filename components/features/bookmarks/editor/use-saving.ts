'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { createBody, updateBody, type Draft } from '@/components/features/bookmarks/editor/draft';
import {
  createSealedBody,
  decryptedBody,
  isOtherKey,
  isSecretChanged,
  secretOfDraft,
  updateSealedBody,
  type Sealed,
} from '@/components/features/bookmarks/editor/sealed-body';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { bookmarkEditing } from '@/lib/queries/bookmark-editing';
import { collectionQueries } from '@/lib/queries/collections';
import { forgetPlain, forgetWrites } from '@/lib/queries/forget-plain';
import { conceal } from '@/lib/vault/opened';
import type { KeyChoice } from '@/lib/vault/vault-types';

export interface Saving {
  readonly draft: Draft;
  /** The key that it is encrypted with; null where it is to be readable for the service. */
  readonly key: KeyChoice | null;
  /** It is saved although the url is in the space already, or the bookmark was changed elsewhere. */
  readonly force: boolean;
}

/** Sends what was prepared; fulfilled when the service has it. */
export type Send = () => Promise<Bookmark>;

/**
 * How the form is saved: first what is to be encrypted is sealed, while the form is still there to ask about the key;
 * what is sent then holds no word of it. `bookmark` is the one that is edited, as it reads.
 */
export function useSaving(bookmark: Bookmark | null): (saving: Saving) => Promise<Send> {
  const client = useQueryClient();
  // Kept over several attempts, so that a new bookmark cannot be made twice.
  const [uuid] = useState(() => newUuid());
  const { mutateAsync: create } = useMutation(bookmarkEditing.create());
  const { mutateAsync: update } = useMutation(bookmarkEditing.update());
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());

  const change = (known: Bookmark, body: Input<'bookmarks.update'>['body']) =>
    update({ params: { uuid: known.uuid }, body, bookmark: conceal(known) });

  return async ({ draft, key, force }) => {
    if (bookmark === null && key === null) return () => create({ body: createBody(draft, uuid, force) });
    if (bookmark === null) {
      const sealed = await seal(key, uuid, draft);
      return async () => {
        const saved = await create({ body: createSealedBody(draft, uuid, sealed) });
        await show(saved);
        forgetWrites(client);
        return saved;
      };
    }
    if (key === null && !bookmark.encrypted) {
      return () => change(bookmark, updateBody(draft, bookmark, defaultCollection));
    }
    const edit = { draft, bookmark, defaultCollection, force };
    const body = key === null ? decryptedBody(edit) : updateSealedBody(edit, await sealEdit(key, edit));
    return async () => {
      const saved = await change(bookmark, body);
      await show(saved);
      if (!bookmark.encrypted) forgetPlain(client, [bookmark.uuid]);
      return saved;
    };
  };
}

const loadVault = () => import('@/lib/vault/vault');

/** With the hint that belongs to the key. */
async function seal(choice: KeyChoice | null, uuid: string, draft: Draft): Promise<Sealed> {
  if (choice === null) throw new Error('nothing is sealed without a key');
  const { sealSecret, vaultState } = await loadVault();
  const { key, cipher } = await sealSecret(choice, uuid, secretOfDraft(draft));
  return { cipher, hint: vaultState().keys.find((one) => one.key === key)?.hint ?? '' };
}

/** Null where neither the words nor the key are to change: then the envelope stays. */
async function sealEdit(
  key: KeyChoice,
  edit: { readonly draft: Draft; readonly bookmark: Bookmark },
): Promise<Sealed | null> {
  const { bookmark, draft } = edit;
  const isOther = isOtherKey(key, bookmark);
  if (!isOther && !isSecretChanged(edit)) return null;
  const sealed = await seal(key, bookmark.uuid, draft);
  return isOther ? sealed : { ...sealed, hint: bookmark.hint ?? '' };
}

/** What was just saved stays readable on this screen, as long as its key is unlocked. */
async function show(saved: Bookmark): Promise<void> {
  const { openBookmarks } = await loadVault();
  await openBookmarks([saved]);
}
