import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LazyNotFound } from '@/components/shell/lazy-not-found';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Errors');
  return { title: t('notFoundName'), robots: { index: false } };
}

export default function NotFound() {
  return <LazyNotFound />;
}
