'use client';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { DoneHeading } from '@/components/features/auth/auth-heading';

/** Long enough for a program that watches the address of the tab. */
const secondsWithAnswer = 10;

const words = {
  connected: ['doneTitle', 'doneText'],
  denied: ['deniedTitle', 'deniedText'],
  ended: ['endTitle', 'endText'],
} as const;

/** Tells that the program has its answer, which is removed from the address of the page soon afterwards. */
export function ConnectDone({ outcome }: { outcome: keyof typeof words }) {
  const t = useTranslations('Connect');
  useEffect(() => {
    const timer = setTimeout(
      () => window.history.replaceState(null, '', '/connect/done'),
      secondsWithAnswer * 1000,
    );
    return () => clearTimeout(timer);
  }, []);
  const [title, text] = words[outcome];
  return (
    <>
      <DoneHeading isSuccess={outcome !== 'denied'} title={t(title)} text={t(text)} />
      {outcome === 'denied' ? null : (
        <a
          href="/settings/integration"
          className="text-second text-muted-foreground underline underline-offset-2 hover:text-foreground touch:hit"
        >
          {t('settings')}
        </a>
      )}
    </>
  );
}
