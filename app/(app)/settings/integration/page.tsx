import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { IntegrationScreen } from '@/components/features/settings/integration-screen';
import { SectionHeader } from '@/components/features/settings/section-header';
import { signInMethods } from '@/lib/bff/prefetch';
import { env } from '@/lib/env/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Settings'))('section.integration') };
}

export default async function IntegrationPage() {
  const { google } = await signInMethods();
  return (
    <>
      <SectionHeader section="integration" titleInShell />
      <IntegrationScreen hasGoogle={google} origin={env().appUrl} />
    </>
  );
}
