/* eslint-disable @next/next/no-html-link-for-pages -- the framework includes this screen, and so Link, in every page */

import { getTranslations } from 'next-intl/server';
import { Logo } from '@/components/common/logo';
import { BackButton } from '@/components/shell/back-button';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

const destinations = [
  { key: 'bookmarks', href: '/', icon: 'i-bookmark' },
  { key: 'collections', href: '/collections', icon: 'i-library' },
  { key: 'search', href: '/search', icon: 'i-search' },
  { key: 'settings', href: '/settings', icon: 'i-settings' },
] as const;

interface NotFoundScreenProps {
  /** The shell is around it, which has the logo and the main landmark. */
  inShell?: boolean;
}

/** States that there is nothing at this URL, and links to the most common destinations. */
export async function NotFoundScreen({ inShell = false }: NotFoundScreenProps) {
  const t = await getTranslations('Errors');
  const Screen = inShell ? 'div' : 'main';
  return (
    <Screen
      className={cn(
        'mx-auto flex w-full max-w-160 flex-col gap-6 px-5',
        inShell ? 'py-8 md:py-[12dvh]' : 'min-h-dvh justify-center py-16',
      )}
    >
      {inShell ? null : (
        <a href="/" className="w-fit rounded-md">
          <Logo name={t('product')} />
        </a>
      )}
      <div>
        <p className="text-second font-medium text-primary tabular-nums">{`404 · ${t('notFoundName')}`}</p>
        <h1 className="mt-1 font-serif text-greeting font-semibold text-balance">{t('notFoundTitle')}</h1>
        <p className="mt-2 text-reader text-pretty text-muted-foreground">{t('notFoundText')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <a href="/" className={buttonVariants({ variant: 'primary', size: 'lg' })}>
          {t('dashboard')}
        </a>
        <BackButton className={buttonVariants({ size: 'lg' })}>
          <Icon name="i-arrow-left" />
          {t('back')}
        </BackButton>
      </div>
      <nav aria-label={t('popular')} className="border-t pt-5">
        <h2 className="text-caption font-medium text-muted-foreground">{t('popular')}</h2>
        <ul className="mt-2 grid gap-x-4 sm:grid-cols-2">
          {destinations.map(({ key, href, icon }) => (
            <li key={key}>
              <a href={href} className="-mx-2 flex items-center gap-3 rounded-md px-2 py-2.5 hover:bg-muted">
                <span className="tile tile-quiet">
                  <Icon name={icon} />
                </span>
                <span className="min-w-0">
                  <span className="block font-medium">{t(key)}</span>
                  <span className="block text-second text-muted-foreground">{t(`${key}Text`)}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </Screen>
  );
}
