import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AccountScreen } from '@/components/features/settings/account-screen';
import { SectionHeader } from '@/components/features/settings/section-header';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Settings'))('section.account') };
}

export default function AccountPage() {
  return (
    <>
      <SectionHeader section="account" titleInShell />
      <AccountScreen />
    </>
  );
}
