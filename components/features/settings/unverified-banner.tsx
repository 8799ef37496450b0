'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCountdown } from '@/components/common/use-countdown';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { ApiProblem } from '@/lib/api/problem';
import { limits } from '@/lib/contract/limits';
import type { Account } from '@/lib/contract/account';
import { settingsMutations } from '@/lib/api/account-settings';

/**
 * States that the email is not verified, the consequences, and how to verify it; `back` is the destination
 * afterwards.
 */
export function UnverifiedBanner({ account, back }: { account: Account; back: string }) {
  const t = useTranslations('Settings.unverified');
  const [left, startWait] = useCountdown(0);
  const send = useMutation(settingsMutations.resendVerification());
  if (account.emailVerified) return null;
  const resend = () => {
    if (left === 0) send.mutate({}, { onSuccess: () => startWait(limits.codeResendSeconds) });
  };
  const refusal = send.error instanceof ApiProblem ? send.error.message : '';
  return (
    <div
      role="note"
      className="mb-6 flex max-w-160 gap-3 rounded-lg border border-warning/30 bg-warning/8 p-4"
    >
      <Icon name="i-mail" className="mt-0.5 text-warning" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t('title')}</p>
        <p className="mt-0.5 text-pretty text-muted-foreground wrap-anywhere">
          {t('text', { email: account.email })}
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <a
            href={`/auth/verify-email?redirect=${encodeURIComponent(back)}`}
            className={buttonVariants({ className: 'touch:h-11' })}
          >
            {t('enter')}
          </a>
          <Button
            variant="link"
            size="inline"
            pending={send.isPending}
            aria-disabled={left > 0 || undefined}
            onClick={resend}
            className="whitespace-normal tabular-nums aria-disabled:text-muted-foreground aria-disabled:no-underline"
          >
            {left > 0 ? t('resendWait', { seconds: left }) : t('resend')}
          </Button>
        </div>
        <p role="status" className="text-second text-muted-foreground not-empty:mt-2">
          {send.isSuccess ? t('resent') : null}
          {send.isError ? <span className="text-destructive">{refusal || t('failed')}</span> : null}
        </p>
      </div>
    </div>
  );
}
