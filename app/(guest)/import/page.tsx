import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { GuestPreferences } from '@/components/features/auth/guest-preferences';
import { MovingScreen } from '@/components/features/import-export/moving-screen';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Moving');
  return { title: t('metaTitle'), description: t('text') };
}

export default async function ImportPage() {
  const [locale, common] = await Promise.all([getLocale(), getTranslations('Common')]);
  return (
    <MovingScreen
      footer={
        <GuestPreferences
          locale={locale}
          languageLabel={common('language')}
          themeLabel={common('themeToggle')}
        />
      }
    />
  );
}
