'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { sealBookmarks } from '@/components/features/vault/seal-bookmarks';
import type { Work } from '@/components/features/vault/sealing-progress';
import { useFailureWords } from '@/components/features/vault/use-failure-words';
import type { KeyForm } from '@/components/features/vault/use-key-form';
import { ApiProblem, NetworkFailure } from '@/lib/api-client/api-problem';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { encryptionMutations } from '@/lib/queries/encryption';
import { forgetPlain } from '@/lib/queries/forget-plain';
import { conceal } from '@/lib/vault/opened';
import { WrongKey } from '@/lib/vault/refusals';
import { openBookmarks } from '@/lib/vault/vault';

type ReencryptBody = Input<'bookmarks.reencrypt'>['body'];

export interface Encrypting {
  /** Null while nothing is under way. */
  readonly work: Work | null;
  readonly refusal: string | null;
  /** True when all are encrypted; otherwise none is. */
  readonly run: (bookmarks: readonly Bookmark[]) => Promise<boolean>;
}

/** Seals bookmarks here and sends them in one call. */
export function useEncrypting(form: KeyForm): Encrypting {
  const t = useTranslations('Vault');
  const explain = useFailureWords();
  const client = useQueryClient();
  const { mutateAsync: reencrypt } = useMutation(encryptionMutations.reencrypt());
  const [work, setWork] = useState<Work | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const say = (failure: unknown): string => {
    if (failure instanceof NetworkFailure) return t('encryptFailed');
    if (!(failure instanceof ApiProblem)) return explain(failure);
    if (failure.code === 'OUTDATED') return t('changed');
    return failure.code === 'NOT_FOUND' ? t('gone') : explain(failure);
  };
  const run = async (bookmarks: readonly Bookmark[]): Promise<boolean> => {
    const draft = form.check();
    if (draft === null || work !== null) return false;
    const total = bookmarks.length;
    setRefusal(null);
    setWork({ step: 'sealing', done: 0, total });
    try {
      const report = (done: number) => setWork({ step: 'sealing', done, total });
      const { body } = await sealBookmarks(draft, bookmarks, report);
      setWork({ step: 'sending', done: 0, total });
      await reencrypt({ body, bookmarks: bookmarks.map(conceal) });
      forgetPlain(
        client,
        bookmarks.map(({ uuid }) => uuid),
      );
      await openBookmarks(bookmarks.map((bookmark, index) => sealedAs(bookmark, body, index)));
      return true;
    } catch (failure) {
      if (failure instanceof WrongKey) form.refuse({ passphrase: 'wrong' });
      else setRefusal(say(failure));
      return false;
    } finally {
      setWork(null);
    }
  };
  return { work, refusal, run };
}

/** As the lists will have it: where nothing was open before, nobody follows them yet. */
const sealedAs = (bookmark: Bookmark, { items, hint }: ReencryptBody, index: number): Bookmark => ({
  ...conceal({ ...bookmark, encrypted: true }),
  cipher: items[index]?.cipher ?? null,
  hint: hint ?? null,
});
