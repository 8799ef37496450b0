import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { SubscriptionScreen } from '@/components/features/billing/subscription-screen';
import { SectionHeader } from '@/components/features/settings/section-header';
import { Uuid } from '@/lib/contract/primitives';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Settings'))('section.subscription') };
}

/** The payment service redirects the browser back with `checkout`, and with `canceled` when nothing was paid. */
export default async function SubscriptionPage({ searchParams }: PageProps<'/settings/subscription'>) {
  const { plan, checkout, canceled } = await searchParams;
  const { data: uuid } = Uuid.safeParse(checkout);
  return (
    <>
      <SectionHeader section="subscription" titleInShell={false} />
      <SubscriptionScreen
        wantsPro={plan === 'pro'}
        checkout={uuid === undefined ? null : { uuid, wasClosed: canceled === 'true' }}
      />
    </>
  );
}
