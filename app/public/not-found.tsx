import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PublicNotFound } from '@/components/features/public/public-frame';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Public');
  return { title: t('notFoundName'), robots: { index: false } };
}

export default function NotFound() {
  return <PublicNotFound />;
}
