'use client';

import { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';
import { KeyFormDialog } from '@/components/features/vault/key-form-dialog';
import { useEncrypting } from '@/components/features/vault/use-encrypting';
import { useKeyForm } from '@/components/features/vault/use-key-form';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';

interface EncryptDialogProps {
  bookmarks: readonly Bookmark[];
  onDone: (() => void) | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Encrypts bookmarks that can be read now, all or none. */
export function EncryptDialog({ bookmarks, onDone, isOpen, onClose }: EncryptDialogProps) {
  const t = useTranslations('Vault');
  const form = useKeyForm();
  const { work, refusal, run } = useEncrypting(form);
  const count = bookmarks.length;
  const close = () => {
    form.clear();
    onClose();
  };
  const submit = async () => {
    if (!(await run(bookmarks))) return;
    notify({ message: t('encrypted', { count }) });
    onDone?.();
    close();
  };
  return (
    <KeyFormDialog
      title={t('encryptTitle', { count })}
      text={t('encryptText', { count })}
      submitLabel={t('encrypt')}
      field={form.field}
      {...{ work, refusal, isOpen }}
      onClose={close}
      onSubmit={() => void submit()}
    />
  );
}
