'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useCountdown } from '@/components/common/use-countdown';
import { destinationAfterGoogle } from '@/components/entities/google-trip';
import { enter } from '@/components/features/auth/guest-query';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { useHydrated } from '@/components/ui/use-hydrated';
import { signInTo } from '@/lib/access/decide';
import { safeRedirect } from '@/lib/access/safe-redirect';
import { call } from '@/lib/api/call';
import { ApiProblem } from '@/lib/api/problem';

type FailureKey =
  | 'denied'
  | 'EMAIL_NOT_VERIFIED'
  | 'DIFFERENT_PROVIDER'
  | 'EMAIL_IN_USE'
  | 'ACCOUNT_SUSPENDED'
  | 'failed'
  | 'offline';

const secondsToRead = 30;
const settings = '/settings/integration';

/**
 * Explains why a sign-in with Google failed. Links back to the settings, or to the sign-in page with the plan and
 * the destination.
 */
function OauthFailure({ reason }: { reason: FailureKey }) {
  const t = useTranslations('Oauth');
  const destination = useHydrated() ? safeRedirect(destinationAfterGoogle()) : null;
  const isLinking = destination === settings;
  const next = isLinking ? settings : signInTo(destination ?? '/');
  const heading = useRef<HTMLHeadingElement>(null);
  const [left] = useCountdown(secondsToRead);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (left === 0 && !isLinking) window.location.assign(next);
  }, [left, isLinking, next]);
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

interface OauthCallbackProps {
  code: string | null;
  state: string | null;
  iss: string | null;
  /** Error that Google returned if access was denied or canceled. */
  error: string | null;
}

/** Completes a sign-in with Google: waits, and then redirects to the destination, or explains the failure. */
export function OauthCallback({ code, state, iss, error }: OauthCallbackProps) {
  const t = useTranslations('Oauth');
  const refused = error !== null || code === null || state === null;
  const [failure, setFailure] = useState<FailureKey | null>(
    refused ? (error === 'access_denied' ? 'denied' : 'failed') : null,
  );
  // A code can be used only once.
  const isSent = useRef(false);
  useEffect(() => {
    if (refused || isSent.current) return;
    isSent.current = true;
    const body = { code, state, ...(iss !== null && { iss }) };
    call('auth.finishGoogle', { body }, { suppressLogout: true }).then(
      ({ account }) => enter(account, safeRedirect(destinationAfterGoogle()) ?? '/'),
      (problem: unknown) => setFailure(keyOf(problem)),
    );
  }, [refused, code, state, iss]);

  if (failure !== null) return <OauthFailure reason={failure} />;
  return (
    <div role="status" className="flex flex-col gap-4">
      <Spinner className="size-6" />
      <div>
        <h1 className="font-serif text-greeting font-semibold text-balance">{t('waiting')}</h1>
        <p className="mt-1.5 text-muted-foreground">{t('waitingText')}</p>
      </div>
    </div>
  );
}

const known = ['EMAIL_NOT_VERIFIED', 'DIFFERENT_PROVIDER', 'EMAIL_IN_USE', 'ACCOUNT_SUSPENDED'] as const;

const keyOf = (problem: unknown): FailureKey =>
  problem instanceof ApiProblem ? (known.find((code) => code === problem.code) ?? 'failed') : 'offline';
