'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCountdown } from '@/components/common/use-countdown';
import { useFailureText } from '@/components/common/use-failure-text';
import { Button } from '@/components/ui/button';
import { limits } from '@/lib/contract/limits';

interface ResendCodeProps {
  send: () => Promise<void>;
  /** Seconds until a code can be requested again. */
  wait: number;
}

/** Requests a new code, at most once a minute, and shows the remaining time. */
export function ResendCode({ send, wait }: ResendCodeProps) {
  const t = useTranslations('EmailCode');
  const explain = useFailureText();
  const [left, startWait] = useCountdown(wait);
  const [pending, setPending] = useState(false);
  const [status, setStatus] = useState<{ text: string; isBad: boolean } | null>(null);

  const resend = async () => {
    if (left > 0) return;
    setPending(true);
    try {
      await send();
      startWait(limits.codeResendSeconds);
      setStatus({ text: t('resent'), isBad: false });
    } catch (failure) {
      setStatus({ text: explain(failure, t('resendFailed')), isBad: true });
    } finally {
      setPending(false);
    }
  };

  return (
    <div className="flex flex-col items-start gap-1 text-second">
      <p className="text-muted-foreground">{t('noMail')}</p>
      <Button
        variant="link"
        size="inline"
        pending={pending}
        aria-disabled={left > 0 || undefined}
        onClick={() => void resend()}
        className="text-second whitespace-normal tabular-nums aria-disabled:text-muted-foreground aria-disabled:no-underline"
      >
        {left > 0 ? t('resendWait', { seconds: left }) : t('resend')}
      </Button>
      <p role="status" className={status?.isBad ? 'text-destructive' : 'text-muted-foreground'}>
        {status?.text}
      </p>
    </div>
  );
}
