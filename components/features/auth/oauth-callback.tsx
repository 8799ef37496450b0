'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { destinationAfterGoogle } from '@/components/entities/google-trip';
import { enter } from '@/components/features/auth/enter';
import { OauthFailure, type FailureKey } from '@/components/features/auth/oauth-failure';
import { Spinner } from '@/components/ui/spinner';
import { safeRedirect } from '@/lib/access/safe-redirect';
import { ApiProblem } from '@/lib/api-client/api-problem';
import { call } from '@/lib/api-client/call';

interface OauthCallbackProps {
  code: string | null;
  state: string | null;
  iss: string | null;
  /** What Google says where the person was not let through, or did not want to be. */
  error: string | null;
}

/** Ends a sign-in that led through Google: waits, and then goes on to where the person was going, or says why not. */
export function OauthCallback({ code, state, iss, error }: OauthCallbackProps) {
  const t = useTranslations('Oauth');
  const refused = error !== null || code === null || state === null;
  const [failure, setFailure] = useState<FailureKey | null>(
    refused ? (error === 'access_denied' ? 'denied' : 'failed') : null,
  );
  // A code can be used once only.
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
