'use client';

import { useTranslations } from 'next-intl';
import { FormAlert } from '@/components/common/form-alert';
import { SecretField } from '@/components/common/secret-field';
import { useUnlocking, type UnlockAsked } from '@/components/features/vault/use-unlocking';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';

interface UnlockDialogProps extends UnlockAsked {
  /** What the key is asked for. */
  purpose?: 'unlock' | 'sheet';
  isOpen: boolean;
  onClose: (isDone: boolean) => void;
}

/** Asks for a key. One that does not fit is told so; nothing is counted, and nothing was changed. */
export function UnlockDialog({ purpose = 'unlock', isOpen, onClose, ...asked }: UnlockDialogProps) {
  const t = useTranslations('Vault');
  const { passphrase, change, refusal, isPending, submit, close } = useUnlocking(asked, onClose);
  const hint = asked.bookmark?.hint ?? asked.wanted?.hint;
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : close(false))}>
      <DialogContent closeLabel={t('close')} width="sm" locked={isPending}>
        <DialogHeader title={t(`${purpose}Title`)} description={t(`${purpose}Text`)} />
        <form method="post" noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
          <DialogBody className="flex flex-col gap-4">
            <FormAlert text={refusal?.form ?? null} />
            {hint ? (
              <p className="rounded-md bg-muted px-3 py-2 text-second wrap-anywhere">
                {t('unlockHint', { hint })}
              </p>
            ) : null}
            <SecretField
              label={t('key')}
              showLabel={t('show')}
              hideLabel={t('hide')}
              isKey
              value={passphrase}
              error={refusal?.field}
              hint={t('keyHint')}
              onChange={({ target }) => change(target.value)}
            />
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button>{t('cancel')}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" pending={isPending}>
              {t(purpose === 'sheet' ? 'print' : 'unlock')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
