import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { connection } from 'next/server';
import { LegalPage } from '@/components/features/auth/legal-page';
import { env } from '@/lib/env/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Legal'))('privacy.title') };
}

export default async function PrivacyPage() {
  // A build has no configuration: the page is rendered with each request.
  await connection();
  return <LegalPage text="privacy" auditDays={env().auditDays} />;
}
