'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { copyText } from '@/components/common/copy-text';
import { useUnsaved } from '@/components/common/use-unsaved';
import { TokenForm } from '@/components/features/settings/integration/token-form';
import { useTokenForm } from '@/components/features/settings/integration/use-token-form';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { fieldClass } from '@/components/ui/input';
import { Icon } from '@/components/ui/icon';
import type { Account } from '@/lib/contract/schemas/account';
import { cn } from '@/lib/utils/cn';

/** Makes a token, and then shows it: this once. */
export function TokenDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTranslations('Integration');
  const formId = useId();
  const form = useTokenForm(account);
  const { close, question } = useUnsaved(form.isChanged, onClose);
  return (
    // While it is being created, closing would leave a token that nobody has seen.
    <Dialog open onOpenChange={(open) => (open || form.isPending ? undefined : close())}>
      <DialogContent
        closeLabel={t('close')}
        width="sm"
        locked={form.made !== null}
        // The token is shown only once: a key pressed by habit must not take it away.
        onEscapeKeyDown={(event) => (form.made === null ? undefined : event.preventDefault())}
      >
        {form.made === null ? (
          <>
            <DialogHeader title={t('dialogTitle')} description={t('tokensText')} />
            <DialogBody>
              <TokenForm id={formId} account={account} form={form} />
            </DialogBody>
            <DialogFooter>
              <DialogClose asChild>
                <Button className="touch:h-11">{t('cancel')}</Button>
              </DialogClose>
              <Button
                type="submit"
                form={formId}
                variant="primary"
                className="touch:h-11"
                pending={form.isPending}
              >
                {t('create')}
              </Button>
            </DialogFooter>
          </>
        ) : (
          <>
            <DialogHeader title={t('madeTitle')} description={t('madeText')} />
            <DialogBody>
              <MadeToken token={form.made} />
            </DialogBody>
            <DialogFooter>
              <DialogClose asChild>
                <Button className="touch:h-11">{t('done')}</Button>
              </DialogClose>
            </DialogFooter>
          </>
        )}
      </DialogContent>
      {question}
    </Dialog>
  );
}

function MadeToken({ token }: { token: string }) {
  const t = useTranslations('Integration');
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null);
  const copy = async () => {
    const isDone = await copyText(token);
    setOutcome(isDone ? 'copied' : 'copyFailed');
  };
  return (
    <div className="flex flex-col gap-3">
      <textarea
        readOnly
        rows={3}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone, and this is what the dialog is for
        autoFocus
        aria-label={t('token')}
        value={token}
        onFocus={(event) => event.currentTarget.select()}
        className={cn(fieldClass, 'resize-none px-3 py-2 font-mono break-all')}
      />
      <div className="flex items-center gap-3">
        <Button variant="primary" className="touch:h-11" onClick={() => void copy()}>
          <Icon name="i-copy" />
          {t('copy')}
        </Button>
        <p role="status" className="text-second text-pretty text-muted-foreground">
          {outcome ? t(outcome) : null}
        </p>
      </div>
    </div>
  );
}
