import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Interactive } from '@/app/interactive';
import { LegalPage } from '@/components/features/auth/legal-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Legal'))('privacy.title') };
}

export default function PrivacyPage() {
  return (
    <Interactive>
      <LegalPage text="privacy" />
    </Interactive>
  );
}
