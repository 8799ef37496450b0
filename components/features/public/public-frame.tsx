/* eslint-disable @next/next/no-html-link-for-pages -- public pages have plain links, which work before any script */

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Logo } from '@/components/common/logo';
import { ThemeToggle } from '@/components/common/theme-toggle';
import { Badge } from '@/components/ui/badge';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { locales, type Locale } from '@/lib/i18n/locale';
import { cn } from '@/lib/utils/cn';

const languageNames: Record<Locale, string> = { en: 'English', 'pt-BR': 'Português' };

interface PublicFrameProps {
  /** Shown below the header line. */
  badge?: ReactNode;
  /** Whether the page uses the width of large screens, for cards. */
  isWide?: boolean;
  /** Path of this page in another language; absent if the page has no specific URL. */
  pathIn?: (locale: Locale) => string;
  children: ReactNode;
}

/** Header, invitation and footer of the public pages. */
export function PublicFrame({ badge, isWide = false, pathIn, children }: PublicFrameProps) {
  const t = useTranslations('Public');
  return (
    <div
      className={cn(
        'mx-auto flex min-h-dvh w-full flex-col px-5 wrap-anywhere',
        isWide ? 'max-w-340' : 'max-w-190',
      )}
    >
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-inverse px-3 py-2 font-medium text-inverse-foreground focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <header>
        <div className="flex items-center justify-between gap-3 py-4">
          <a href="/" aria-label={t('home')} className="inline-flex rounded-sm touch:hit">
            <Logo name={t('product')} />
          </a>
          <a
            href="/collections#create"
            target="_blank"
            rel="noopener"
            className={cn(buttonVariants(), 'print:hidden')}
          >
            {t('create')}
          </a>
        </div>
        {badge}
      </header>
      <main id="content" tabIndex={-1} className="flex-1 pb-6.5 outline-none">
        {children}
        <section className="mt-6.5 flex items-center justify-between gap-4 rounded-lg border bg-card px-5.5 py-5 max-md:flex-col max-md:items-stretch print:hidden">
          <div>
            <h2 className="font-serif text-[1.125rem]/6 font-semibold">{t('joinTitle')}</h2>
            <p className="text-pretty text-muted-foreground">{t('joinText')}</p>
          </div>
          <a href="/register" className={buttonVariants({ variant: 'primary' })}>
            {t('signUp')}
          </a>
        </section>
      </main>
      <PublicFooter {...(pathIn && { pathIn })} />
    </div>
  );
}

/** Badge of a public collection. */
export function PublicBadge() {
  const t = useTranslations('Public');
  return (
    <Badge tone="outline" className="h-6.5! px-2.5! text-small!">
      <Icon name="i-globe" className="size-3.25" />
      {t('badge')}
    </Badge>
  );
}

function PublicFooter({ pathIn }: Pick<PublicFrameProps, 'pathIn'>) {
  const t = useTranslations('Public');
  const current = useLocale();
  const link = 'underline-offset-4 touch:hit hover:text-foreground hover:underline';
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-t pt-4 pb-6 text-second text-muted-foreground print:hidden">
      <p>{t('copyright', { year: String(new Date().getUTCFullYear()) })}</p>
      <ul className="flex flex-wrap items-center gap-x-4.5 gap-y-2">
        <li>
          <a href="/terms" className={link}>
            {t('terms')}
          </a>
        </li>
        <li>
          <a href="/privacy" className={link}>
            {t('privacy')}
          </a>
        </li>
        {pathIn &&
          locales.map((locale) => (
            <li key={locale}>
              <a
                href={pathIn(locale)}
                lang={locale}
                hrefLang={locale}
                aria-current={locale === current ? 'true' : undefined}
                className={cn(link, 'aria-current:font-medium aria-current:text-foreground')}
              >
                {languageNames[locale]}
              </a>
            </li>
          ))}
        <li>
          <ThemeToggle label={t('theme')} className="-m-2 noscript:hidden" />
        </li>
      </ul>
    </footer>
  );
}

/** The same for private, deleted and unknown collections and for malformed URLs. */
export function PublicNotFound() {
  const t = useTranslations('Public');
  return (
    <PublicFrame>
      <div className="pt-22 pb-5.5">
        <p className="text-second font-medium text-primary tabular-nums">{`404 · ${t('notFoundName')}`}</p>
        <h1 className="mt-1 font-serif text-greeting font-semibold text-balance">{t('notFoundTitle')}</h1>
        <p className="mt-2 mb-5 max-w-136 text-reader text-pretty text-muted-foreground">
          {t('notFoundText')}
        </p>
        <a href="/" className={buttonVariants()}>
          {t('toHome')}
        </a>
      </div>
    </PublicFrame>
  );
}
