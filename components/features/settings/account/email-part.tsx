'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/common/field';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import type { Account } from '@/lib/contract/schemas/account';

const EmailDialog = onDemand(
  () => import('@/components/features/settings/account/email-dialog').then((module) => module.EmailDialog),
  <DialogLoading />,
);

/** The address that the account signs in with, and the way to another one. */
export function EmailPart({ account }: { account: Account }) {
  const t = useTranslations('Settings');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Field
        label={t('email')}
        hint={account.hasPassword ? t('emailHint') : t('changeEmail.needsPassword')}
        aside={
          account.hasPassword ? (
            <Button variant="link" size="inline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {t('changeEmail.open')}
            </Button>
          ) : null
        }
      >
        {(control) => (
          <Input
            {...control}
            name="email"
            value={account.email}
            readOnly
            className="bg-muted! text-muted-foreground!"
          />
        )}
      </Field>
      {isOpen ? <EmailDialog account={account} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
