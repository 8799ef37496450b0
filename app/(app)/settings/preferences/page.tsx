import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { cookies } from 'next/headers';
import { parseTheme, themeCookie } from '@/components/common/theme';
import { PreferencesScreen } from '@/components/features/settings/preferences-screen';
import { SectionHeader } from '@/components/features/settings/section-header';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Settings'))('section.preferences') };
}

export default async function PreferencesPage() {
  const theme = parseTheme((await cookies()).get(themeCookie)?.value);
  return (
    <>
      <SectionHeader section="preferences" titleInShell />
      <PreferencesScreen theme={theme} />
    </>
  );
}
