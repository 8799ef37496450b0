import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { SectionHeader } from '@/components/features/settings/section-header';
import { SecurityScreen } from '@/components/features/settings/security-screen';
import { KeyList } from '@/components/features/vault/key-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Settings'))('section.security') };
}

export default function SecurityPage() {
  return (
    <>
      <SectionHeader section="security" titleInShell />
      <SecurityScreen keys={<KeyList />} />
    </>
  );
}
