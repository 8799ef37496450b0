import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { JobsScreen } from '@/components/features/admin/jobs-screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Admin'))('section.jobs') };
}

export default function JobsPage() {
  return <JobsScreen />;
}
