import { getLocale, getTranslations } from 'next-intl/server';
import Link from 'next/link';
import { Logo } from '@/components/common/logo';
import { createRowDates } from '@/components/common/row-dates';
import { GuestPreferences } from '@/components/features/auth/guest-preferences';

type LegalText = 'terms' | 'privacy';

/** Date of the last change of both texts. */
const changedAt = '2026-11-27T00:00:00Z';

const others = {
  terms: { text: 'privacy', href: '/privacy' },
  privacy: { text: 'terms', href: '/terms' },
} as const;

const sections = {
  terms: [
    'account',
    'content',
    'conduct',
    'sharing',
    'encryption',
    'plans',
    'availability',
    'ending',
    'changes',
  ],
  privacy: [
    'account',
    'library',
    'sessions',
    'cookies',
    'fetching',
    'extension',
    'sharing',
    'keeping',
    'rights',
  ],
} as const satisfies Record<LegalText, readonly string[]>;

interface LegalPageProps {
  text: LegalText;
  /** Age at which entries of the audit log are deleted; part of the privacy policy. */
  auditDays?: number;
}

/** A legal text in plain language and short sections, for visitors and members alike. */
export async function LegalPage({ text, auditDays = 0 }: LegalPageProps) {
  const [t, common, locale] = await Promise.all([
    getTranslations('Legal'),
    getTranslations('Common'),
    getLocale(),
  ]);
  const other = others[text];
  const { day } = createRowDates({ locale, timeZone: 'UTC', now: new Date(changedAt) });
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-180 flex-col px-5 pt-12 pb-6 md:pt-16">
      <header>
        <Link href="/" aria-label={t('home')} className="inline-flex rounded-md touch:hit">
          <Logo name={common('product')} />
        </Link>
      </header>
      <main className="mt-10 flex-1">
        <h1 className="font-serif text-greeting font-semibold text-balance md:text-public">
          {t(`${text}.title`)}
        </h1>
        <p className="mt-2 text-second text-muted-foreground">{t('updated', { date: day(changedAt) })}</p>
        <p className="mt-6 text-reader text-pretty">{t(`${text}.intro`)}</p>
        {sections[text].map((key) => (
          <section key={key} aria-labelledby={key}>
            <h2 id={key} className="mt-8 font-serif text-panel font-semibold">
              {t(`${text}.sections.${key}.title` as 'terms.sections.account.title')}
            </h2>
            <p className="mt-1.5 text-reader text-pretty">
              {t(`${text}.sections.${key}.text` as 'privacy.sections.keeping.text', { auditDays })}
            </p>
          </section>
        ))}
        <p className="mt-10 border-t pt-5 text-muted-foreground">
          {t('other')}:{' '}
          <Link href={other.href} className="font-medium text-primary hover:text-primary-hover">
            {t(`${other.text}.title`)}
          </Link>
        </p>
      </main>
      <footer className="mt-10">
        <GuestPreferences
          locale={locale}
          languageLabel={common('language')}
          themeLabel={common('themeToggle')}
        />
      </footer>
    </div>
  );
}
