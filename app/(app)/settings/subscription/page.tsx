import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { SectionHeader } from '@/components/features/settings/section-header';
import { SubscriptionScreen } from '@/components/features/settings/subscription-screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Settings'))('section.subscription') };
}

export default async function SubscriptionPage({ searchParams }: PageProps<'/settings/subscription'>) {
  const { plan } = await searchParams;
  return (
    <>
      <SectionHeader section="subscription" titleInShell={false} />
      <SubscriptionScreen wantsPro={plan === 'pro'} />
    </>
  );
}
