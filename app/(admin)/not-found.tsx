import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AccountNotFound } from '@/components/features/admin/account-not-found';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Admin');
  return { title: t('notFound.title'), robots: { index: false } };
}

/** Inside the frame of the admin area. Its only pages that may be missing are those of accounts. */
export default function NotFound() {
  return <AccountNotFound />;
}
