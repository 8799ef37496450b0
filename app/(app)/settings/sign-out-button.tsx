'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSignOut } from '@/app/(app)/use-sign-out';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

/** The way out on small screens, where no account menu stands in the header. */
export function SignOutButton() {
  const t = useTranslations('Settings');
  const signOut = useSignOut();
  const [pending, setPending] = useState(false);
  const leave = async () => {
    setPending(true);
    await signOut();
    setPending(false);
  };
  return (
    <Button size="lg" className="mt-6 touch:h-11 md:hidden" pending={pending} onClick={() => void leave()}>
      <Icon name="i-log-out" />
      {t('signOut')}
    </Button>
  );
}
