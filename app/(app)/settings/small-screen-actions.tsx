'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSignOut } from '@/app/(app)/use-sign-out';
import { openNews } from '@/app/(app)/startup';
import { ReportBug } from '@/components/features/feedback/feedback';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

/** Actions of the account menu, which only large screens have. */
export function SmallScreenActions() {
  const t = useTranslations('Settings');
  const tShell = useTranslations('Shell');
  const signOut = useSignOut();
  const [pending, setPending] = useState(false);
  const leave = async () => {
    setPending(true);
    await signOut();
    setPending(false);
  };
  return (
    <div className="mt-6 flex flex-wrap gap-2 md:hidden">
      <Button size="lg" className="touch:h-11" onClick={openNews}>
        <Icon name="i-gift" />
        {tShell('whatsNew')}
      </Button>
      <ReportBug size="lg" className="touch:h-11" />
      <Button size="lg" className="touch:h-11" pending={pending} onClick={() => void leave()}>
        <Icon name="i-log-out" />
        {t('signOut')}
      </Button>
    </div>
  );
}
