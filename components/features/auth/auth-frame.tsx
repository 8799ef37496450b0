import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Logo } from '@/components/common/logo';
import { GuestLook } from '@/components/features/auth/guest-look';
import { AuthPicture } from '@/components/features/auth/auth-picture';

/** The two halves of a guest screen: the form, and on large screens a glimpse of what is behind it. */
export async function AuthFrame({ children }: { children: ReactNode }) {
  const [t, locale] = await Promise.all([getTranslations('Common'), getLocale()]);
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="mx-auto flex w-full max-w-100 flex-col px-5 pt-12 pb-4 lg:pt-4">
        {/* Not centered: an alert below the form would move its fields. */}
        <main className="flex flex-1 flex-col lg:pt-[clamp(1rem,14dvh,9rem)]">
          <Logo name={t('product')} className="mb-7" />
          {children}
        </main>
        <footer className="mt-10 lg:mt-0">
          <GuestLook locale={locale} languageLabel={t('language')} themeLabel={t('themeToggle')} />
        </footer>
      </div>
      <div aria-hidden="true" className="hidden place-items-center border-l bg-muted p-10 lg:grid">
        <AuthPicture />
      </div>
    </div>
  );
}
