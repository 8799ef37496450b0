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
        {isMember
          ? t('toTarget', { target: targetOf(next), seconds: left })
          : t('toSignIn', { seconds: left })}
      </p>
    </>
  );
}

/** Screens that the notice names; any other is the page that was asked for. */
const targets = ['collections', 'tags', 'search', 'spaces', 'subscription', 'settings'] as const;

/** The screen that a member goes on to, as the notice names it. */
export function targetOf(destination: string): (typeof targets)[number] | 'library' | 'page' {
  if (/^\/(?:[?#]|$)/.test(destination)) return 'library';
  const path = destination.startsWith('/settings/subscription') ? '/subscription' : destination;
  return targets.find((target) => new RegExp(`^/${target}(?:[/?#]|$)`).test(path)) ?? 'page';
}
