'use client';

/* eslint-disable @next/next/no-html-link-for-pages -- after a failure the page is reloaded instead of navigated */

import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { startTransition, useEffect, type ReactNode } from 'react';
import { isLoadFailure } from '@/components/common/on-demand';
import { Button, buttonVariants } from '@/components/ui/button';

interface ErrorScreenProps {
  error: Error & { digest?: string };
  reset: () => void;
  /** A button to report the error. */
  report: ReactNode;
}

/** The error page of a route group, for its `error.tsx`: what happened, that nothing is lost, and what to try. */
export function ErrorScreen({ error, reset, report }: ErrorScreenProps) {
  const t = useTranslations('Errors');
  const router = useRouter();
  useEffect(() => {
    if (isLoadFailure(error)) reportError(error);
  }, [error]);
  const retry = () => {
    if (isLoadFailure(error)) {
      window.location.reload();
      return;
    }
    startTransition(() => {
      router.refresh();
      reset();
    });
  };
  const tips = [t('tipConnection'), t('tipCache'), t('tipWait'), t('tipBrowser')];
  return (
    <div className="mx-auto flex w-full max-w-130 flex-col justify-center gap-6 px-5 py-16">
      <div role="alert">
        <h1 className="font-serif text-greeting font-semibold text-balance">{t('errorTitle')}</h1>
        <p className="mt-2 text-reader text-pretty text-muted-foreground">{t('errorText')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="lg" onClick={retry}>
          {t('retry')}
        </Button>
        <a href="/" className={buttonVariants({ size: 'lg' })}>
          {t('dashboard')}
        </a>
        {report}
      </div>
      <section className="border-t pt-5">
        <h2 className="font-medium">{t('tips')}</h2>
        <ul className="mt-2 list-disc space-y-1.5 pl-5 text-muted-foreground marker:text-faint">
          {tips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
          <li>
            {error.digest === undefined
              ? t('tipSupport')
              : t.rich('tipSupportReference', {
                  reference: () => <code className="text-foreground select-all">{error.digest}</code>,
                })}
          </li>
        </ul>
      </section>
    </div>
  );
}
