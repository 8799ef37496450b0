'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useCountdown } from '@/components/common/use-countdown';
import { useHydrated } from '@/components/ui/use-hydrated';
import { destinationAfterGoogle } from '@/components/entities/google-trip';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

export type FailureKey =
  | 'denied'
  | 'EMAIL_NOT_VERIFIED'
  | 'DIFFERENT_PROVIDER'
  | 'EMAIL_IN_USE'
  | 'ACCOUNT_SUSPENDED'
  | 'failed'
  | 'offline';

const secondsToRead = 30;
const settings = '/settings/integration';

/** Why somebody who came back from Google is not let in, and the way on: to the sign-in, or back to the settings. */
export function OauthFailure({ reason }: { reason: FailureKey }) {
  const t = useTranslations('Oauth');
  const isLinking = useHydrated() && destinationAfterGoogle() === settings;
  const next = isLinking ? settings : '/signin';
  const heading = useRef<HTMLHeadingElement>(null);
  const [left] = useCountdown(secondsToRead);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (left === 0 && !isLinking) window.location.assign('/signin');
  }, [left, isLinking]);
  return (
    <>
      <div role="alert" className="mb-6">
        <span className="mb-5 grid size-12 place-items-center rounded-xl bg-destructive/10 text-destructive">
          <Icon name="i-circle-alert" className="size-5" />
        </span>
        <h1
          ref={heading}
          tabIndex={-1}
          className="font-serif text-greeting font-semibold text-balance outline-none"
        >
          {t('failedTitle')}
        </h1>
        <p className="mt-1.5 text-pretty text-muted-foreground">{t(reason)}</p>
      </div>
      <a href={next} className={buttonVariants({ variant: 'primary', size: 'lg', className: 'touch:h-11' })}>
        {t(isLinking ? 'backToSettings' : 'back')}
      </a>
      {isLinking ? null : (
        <p className="mt-3 text-second text-muted-foreground tabular-nums">
          {t('redirect', { seconds: left })}
        </p>
      )}
    </>
  );
}
