'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { bookmarkTitle, isLocked } from '@/components/entities/bookmark-text';
import { useOpened } from '@/components/entities/use-opened';
import { UnlockDialog } from '@/components/features/vault/unlock-dialog';
import { ApiProblem } from '@/lib/api-client/api-problem';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { bookmarkEditing } from '@/lib/queries/bookmark-editing';
import { secretOf } from '@/lib/vault/open-text';
import { conceal, reveal } from '@/lib/vault/opened';

interface DecryptDialogProps {
  bookmark: Bookmark;
  isOpen: boolean;
  onClose: () => void;
}

/** Sends a bookmark to the server in plain text, after it was said what that means. */
export function DecryptDialog({ bookmark, isOpen, onClose }: DecryptDialogProps) {
  // Renders anew when it is opened, or locked while this stands.
  useOpened();
  const shown = reveal(conceal(bookmark));
  if (isLocked(shown)) {
    // The key is only the first half: what was asked for comes after it.
    const closed = (isDone: boolean) => (isDone ? undefined : onClose());
    return <UnlockDialog bookmark={bookmark} isOpen={isOpen} onClose={closed} />;
  }
  return <Decrypt shown={shown} isOpen={isOpen} onClose={onClose} />;
}

function Decrypt({ shown, isOpen, onClose }: { shown: Bookmark; isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('Vault');
  const { mutateAsync: update } = useMutation(bookmarkEditing.update());
  const [refusal, setRefusal] = useState<string | null>(null);
  const confirm = async () => {
    setRefusal(null);
    const { uuid, updatedAt } = shown;
    const body = { encrypted: false, ...secretOf(shown), updatedAt };
    try {
      await update({ params: { uuid }, body, bookmark: conceal(shown) });
      notify({ message: t('decrypted') });
    } catch (failure) {
      const isChanged = failure instanceof ApiProblem && failure.code === 'OUTDATED';
      setRefusal(t(isChanged ? 'decryptChanged' : 'decryptFailed'));
      throw failure;
    }
  };
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('decryptTitle')}
      description={t('decryptText')}
      confirmLabel={t('decrypt')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      destructive
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-3">
        <FormAlert text={refusal} />
        <p className="rounded-md bg-muted px-3 py-2 wrap-anywhere">
          <span className="block font-medium">{bookmarkTitle(shown)}</span>
          <span className="block text-second text-muted-foreground">{shown.url}</span>
        </p>
      </div>
    </ConfirmDialog>
  );
}
