'use client';

import { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';
import { KeyFormDialog } from '@/components/features/vault/key-form-dialog';
import { useChangingKey } from '@/components/features/vault/keys/use-changing-key';
import { useKeyForm } from '@/components/features/vault/use-key-form';
import type { EncryptionKey } from '@/lib/contract/schemas/encryption';

interface ChangeKeyDialogProps {
  of: EncryptionKey;
  isOpen: boolean;
  onClose: () => void;
}

/** Another key for everything that uses this one. */
export function ChangeKeyDialog({ of, isOpen, onClose }: ChangeKeyDialogProps) {
  const t = useTranslations('Vault');
  const form = useKeyForm(of.key);
  const { work, refusal, run } = useChangingKey(of, form);
  const close = () => {
    form.clear();
    onClose();
  };
  const submit = async () => {
    const done = await run();
    if (done === null) return;
    notify({ message: t('keyChanged', { count: done.changed }) });
    if (done.damaged > 0) notify({ message: t('damaged', { count: done.damaged }), tone: 'bad' });
    close();
  };
  return (
    <KeyFormDialog
      title={t('changeTitle')}
      text={t('changeText', { count: of.count })}
      submitLabel={t('do.change')}
      field={form.field}
      {...{ work, refusal, isOpen }}
      onClose={close}
      onSubmit={() => void submit()}
    />
  );
}
