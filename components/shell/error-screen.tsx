'use client';

/* eslint-disable @next/next/no-html-link-for-pages -- after a failure a page is loaded anew; a failed root layout has no router */

import { useTranslations } from 'next-intl';
import { Logo } from '@/components/common/logo';
import { Button, buttonVariants } from '@/components/ui/button';

interface ErrorScreenProps {
  /** What support can find the report by. */
  reference: string | undefined;
  onRetry: () => void;
}

/** The generic error screen: what happened, that nothing is lost, and what can be tried. */
export function ErrorScreen({ reference, onRetry }: ErrorScreenProps) {
  const t = useTranslations('Errors');
  const tips = [t('tipConnection'), t('tipCache'), t('tipWait'), t('tipBrowser')];
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-130 flex-col justify-center gap-6 px-5 py-16">
      <a href="/" className="w-fit rounded-md">
        <Logo name={t('product')} />
      </a>
      <div role="alert">
        <h1 className="font-serif text-greeting font-semibold text-balance">{t('errorTitle')}</h1>
        <p className="mt-2 text-reader text-pretty text-muted-foreground">{t('errorText')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="lg" onClick={onRetry}>
          {t('retry')}
        </Button>
        <a href="/" className={buttonVariants({ size: 'lg' })}>
          {t('dashboard')}
        </a>
      </div>
      <section className="border-t pt-5">
        <h2 className="font-medium">{t('tips')}</h2>
        <ul className="mt-2 list-disc space-y-1.5 pl-5 text-muted-foreground marker:text-faint">
          {tips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
          <li>
            {reference === undefined
              ? t('tipSupport')
              : t.rich('tipSupportReference', {
                  reference: () => <code className="text-foreground select-all">{reference}</code>,
                })}
          </li>
        </ul>
      </section>
    </main>
  );
}
