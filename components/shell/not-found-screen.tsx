'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { Logo } from '@/components/common/logo';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

const destinations = [
  { key: 'bookmarks', href: '/', icon: 'i-bookmark' },
  { key: 'collections', href: '/collections', icon: 'i-library' },
  { key: 'search', href: '/search', icon: 'i-search' },
  { key: 'settings', href: '/settings', icon: 'i-settings' },
] as const;

/** Says that there is nothing at this address, and where people usually want to go. */
export function NotFoundScreen() {
  const t = useTranslations('Errors');
  const router = useRouter();
  // Home where this page was opened in a new tab.
  const goBack = () => (window.history.length > 1 ? router.back() : router.push('/'));
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-160 flex-col justify-center gap-6 px-5 py-16">
      <Link href="/" className="w-fit rounded-md">
        <Logo name={t('product')} />
      </Link>
      <div>
        <p className="text-second font-medium text-primary tabular-nums">{`404 · ${t('notFoundName')}`}</p>
        <h1 className="mt-1 font-serif text-greeting font-semibold text-balance">{t('notFoundTitle')}</h1>
        <p className="mt-2 text-reader text-pretty text-muted-foreground">{t('notFoundText')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link href="/" className={buttonVariants({ variant: 'primary', size: 'lg' })}>
          {t('dashboard')}
        </Link>
        <Button size="lg" onClick={goBack}>
          <Icon name="i-arrow-left" />
          {t('back')}
        </Button>
      </div>
      <nav aria-label={t('popular')} className="border-t pt-5">
        <h2 className="text-caption font-medium text-muted-foreground">{t('popular')}</h2>
        <ul className="mt-2 grid gap-x-4 sm:grid-cols-2">
          {destinations.map(({ key, href, icon }) => (
            <li key={key}>
              <Link
                href={href}
                className="-mx-2 flex items-center gap-3 rounded-md px-2 py-2.5 hover:bg-muted"
              >
                <span className="tile tile-quiet">
                  <Icon name={icon} />
                </span>
                <span className="min-w-0">
                  <span className="block font-medium">{t(key)}</span>
                  <span className="block text-second text-muted-foreground">{t(`${key}Text`)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </main>
  );
}
