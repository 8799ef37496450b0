import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Logo } from '@/components/common/logo';
import { createRowDates } from '@/components/common/row-dates';
import { PicturedChip, PicturedTile } from '@/components/entities/pictured-row';
import { GuestPreferences } from '@/components/features/auth/guest-preferences';

/** The panel beside the forms: four rows of a sample library, rendered with the classes of the real list. */
async function AuthPicture() {
  const [t, locale] = await Promise.all([getTranslations('Auth'), getLocale()]);
  const { short } = createRowDates({ locale, timeZone: 'UTC', now: new Date('2026-11-20T12:00:00Z') });
  return (
    <div className="w-100 max-w-full rounded-xl border bg-card px-2.5 py-2 shadow-float">
      <Row
        tile={<PicturedTile letter="D" color="#2c4f84" />}
        title={t('sampleOne')}
        host="dataintensive.net"
        path="/second-edition"
        chip={<PicturedChip name={t('chipReading')} color="#3d7fb5" />}
        favorite
        date={short('2026-11-20T09:41:00Z')}
      />
      <div className="row">
        <span className="tile tile-lock">
          <span className="icon i-lock" />
        </span>
        <span className="row-text">
          <span className="row-title row-masked">{'*'.repeat(17)}</span>
          <span className="row-address row-masked">{'*'.repeat(11)}</span>
        </span>
        <span className="chip chip-encrypted">{t('encrypted')}</span>
        <span className="row-date min-w-0!">{short('2026-11-20T08:55:00Z')}</span>
      </div>
      <Row
        tile={<PicturedTile letter="P" color="#5f7f2e" />}
        title={t('sampleTwo')}
        host="panelinha.com.br"
        path="/receita/pao-de-queijo"
        chip={<PicturedChip name={t('chipRecipes')} color="#7a9e3a" />}
        favorite
        date={short('2026-11-19T12:00:00Z')}
      />
      <Row
        tile={<PicturedTile letter="B" color="#1f3a63" />}
        title={t('sampleThree')}
        host="back-on-track.eu"
        path="/night-train-map"
        chip={<PicturedChip name={t('chipTravel')} color="#1f8a8a" />}
        favorite
        last
        date={short('2026-11-16T12:00:00Z')}
      />
    </div>
  );
}

interface RowProps {
  tile: ReactNode;
  title: string;
  host: string;
  path: string;
  chip: ReactNode;
  date: string;
  favorite?: boolean;
  last?: boolean;
}

function Row({ tile, title, host, path, chip, date, favorite = false, last = false }: RowProps) {
  return (
    <div className={last ? 'row after:opacity-0' : 'row'}>
      {tile}
      <span className="row-text">
        <span className="row-title">{title}</span>
        <span className="row-address">
          {host}
          <span className="row-path">{path}</span>
        </span>
      </span>
      {chip}
      {favorite ? <span className="icon i-solid-star text-primary" /> : null}
      <span className="row-date min-w-14!">{date}</span>
    </div>
  );
}

/** The two halves of a guest screen: the form, and on large screens a preview of the app. */
export async function AuthFrame({ report, children }: { report: ReactNode; children: ReactNode }) {
  const [t, locale] = await Promise.all([getTranslations('Common'), getLocale()]);
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="mx-auto flex w-full max-w-100 flex-col px-5 pt-12 pb-4 lg:pt-4">
        {/* Not centered: an alert below the form would move its fields. */}
        <main className="flex flex-1 flex-col lg:pt-[clamp(1rem,14dvh,9rem)]">
          <Logo name={t('product')} className="mb-7" />
          {children}
        </main>
        <footer className="mt-10 flex flex-col items-start gap-1 lg:mt-6">
          {report}
          <GuestPreferences locale={locale} languageLabel={t('language')} themeLabel={t('themeToggle')} />
        </footer>
      </div>
      <div aria-hidden="true" className="hidden place-items-center border-l bg-muted p-10 lg:grid">
        <AuthPicture />
      </div>
    </div>
  );
}
