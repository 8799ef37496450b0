'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useCountdown } from '@/components/common/use-countdown';
import { DoneHeading } from '@/components/features/auth/done-heading';
import { buttonVariants } from '@/components/ui/button';

const secondsToRead = 10;

/** Says that it is done, and goes on by itself or at once. */
export function VerifiedEmail({ isMember, next }: { isMember: boolean; next: string }) {
  const t = useTranslations('EmailCode');
  const [left] = useCountdown(secondsToRead);
  useEffect(() => {
    // A full load: what was rendered before the address was proved does not stay.
    if (left === 0) window.location.assign(next);
  }, [left, next]);
  return (
    <>
      <DoneHeading title={t('verifiedTitle')} text={t('verifiedText')} />
      <a href={next} className={buttonVariants({ variant: 'primary', size: 'lg', className: 'touch:h-11' })}>
        {t(isMember ? 'continueNow' : 'signInNow')}
      </a>
      <p className="mt-3 text-second text-muted-foreground tabular-nums">
        {t(isMember ? noticeOf(next) : 'toSignIn', { seconds: left })}
      </p>
    </>
  );
}

/** Which message names the screen that a member goes on to. */
function noticeOf(destination: string): 'toLibrary' | 'toSubscription' | 'toPage' {
  if (/^\/(?:[?#]|$)/.test(destination)) return 'toLibrary';
  return destination.startsWith('/settings/subscription') ? 'toSubscription' : 'toPage';
}
