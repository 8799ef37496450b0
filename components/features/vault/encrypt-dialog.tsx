'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { notify } from '@/components/common/notify';
import { OptionBox } from '@/components/common/option-box';
import { KeyFormDialog } from '@/components/features/vault/key-form-dialog';
import { useEncrypting } from '@/components/features/vault/use-encrypting';
import { useKeyForm } from '@/components/features/vault/use-key-form';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { encryptionQueries } from '@/lib/queries/encryption';

interface EncryptDialogProps {
  bookmarks: readonly Bookmark[];
  onDone: (() => void) | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Encrypts bookmarks that can be read now, all or none, and asks about others that lead to the same pages. */
export function EncryptDialog({ bookmarks, onDone, isOpen, onClose }: EncryptDialogProps) {
  const t = useTranslations('Vault');
  const form = useKeyForm();
  const { work, refusal, run } = useEncrypting(form);
  const { data: copies, isPending } = useQuery(encryptionQueries.copies(bookmarks.map(({ uuid }) => uuid)));
  const [withCopies, setWithCopies] = useState(true);
  const others = copies?.content ?? [];
  const chosen = withCopies ? [...bookmarks, ...others] : bookmarks;
  const count = bookmarks.length;
  const close = () => {
    form.clear();
    onClose();
  };
  const submit = async () => {
    if (!(await run(chosen))) return;
    notify({ message: t('encrypted', { count: chosen.length }) });
    onDone?.();
    close();
  };
  return (
    <KeyFormDialog
      title={t('encryptTitle', { count })}
      text={t('encryptText', { count })}
      submitLabel={t('encrypt')}
      field={form.field}
      isAsking={isPending}
      {...{ work, refusal, isOpen }}
      onClose={close}
      onSubmit={() => void submit()}
    >
      {copies && others.length > 0 ? (
        <OptionBox
          label={t('encryptCopies', { count: others.length })}
          text={t('copiesRemain', { count: copies.total })}
          checked={withCopies}
          onChange={setWithCopies}
        />
      ) : null}
    </KeyFormDialog>
  );
}
