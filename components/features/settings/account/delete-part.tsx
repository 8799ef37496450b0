'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import { onDemand } from '@/components/common/on-demand';
import { SettingsPart } from '@/components/features/settings/settings-part';
import { Button } from '@/components/ui/button';
import type { Account } from '@/lib/contract/schemas/account';

const loadDialog = () => import('@/components/features/settings/account/delete-dialog');
const DeleteDialog = onDemand(() => loadDialog().then((module) => module.DeleteDialog));

/** The end of the account, and the way to take everything along first. */
export function DeletePart({ account }: { account: Account }) {
  const t = useTranslations('Settings.delete');
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsPart title={t('title')} text={t('text')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          variant="destructive"
          size="lg"
          className="touch:h-11"
          aria-haspopup="dialog"
          onPointerEnter={() => void loadDialog()}
          onFocus={() => void loadDialog()}
          onClick={() => setOpen(true)}
        >
          {t('open')}
        </Button>
        <Link href="/settings/data" className="font-medium text-primary hover:text-primary-hover touch:hit">
          {t('export')}
        </Link>
      </div>
      {isOpen ? <DeleteDialog email={account.email} onClose={() => setOpen(false)} /> : null}
    </SettingsPart>
  );
}
