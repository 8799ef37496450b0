import { useTranslations } from 'next-intl';

import type { ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { Logo } from '@/components/common/logo';
import { ExportGuides } from '@/components/features/import-export/export-guides';
import { buttonVariants } from '@/components/ui/button';

// The import is the first screen after signing up or in.
const destination = encodeURIComponent('/settings/data');

/** Explains to visitors how to move here, product by product. */
export function MovingScreen({ footer }: { footer: ReactNode }) {
  const t = useTranslations('Moving');
  const common = useTranslations('Common');
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-180 flex-col px-5 pt-12 pb-6 md:pt-16">
      <header>
        <AppLink href="/" aria-label={t('home')} className="inline-flex rounded-md touch:hit">
          <Logo name={common('product')} />
        </AppLink>
      </header>
      <main className="mt-10 flex-1">
        <h1 className="font-serif text-greeting font-semibold text-balance md:text-public">{t('title')}</h1>
        <p className="mt-4 text-reader text-pretty">{t('text')}</p>
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3">
          <AppLink
            href={`/register?redirect=${destination}`}
            className={buttonVariants({ variant: 'primary', size: 'lg', className: 'touch:h-11' })}
          >
            {t('start')}
          </AppLink>
          <p className="text-muted-foreground">
            {t('haveAccount')}{' '}
            <AppLink
              href={`/signin?redirect=${destination}`}
              className="font-medium text-primary hover:text-primary-hover"
            >
              {t('signIn')}
            </AppLink>
          </p>
        </div>
        <h2 className="mt-12 mb-3 font-serif text-panel font-semibold">{t('where')}</h2>
        <ExportGuides />
        <h2 className="mt-10 mb-1.5 font-serif text-panel font-semibold">{t('otherTitle')}</h2>
        <p className="text-reader text-pretty">{t('otherText')}</p>
      </main>
      <footer className="mt-10">{footer}</footer>
    </div>
  );
}
