import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { RefetchMenu } from '@/app/(app)/refetch-menu';
import { NotFoundScreen } from '@/components/shell/not-found-screen';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Errors');
  return { title: t('notFoundName'), robots: { index: false } };
}

export default function NotFound() {
  return (
    <>
      <RefetchMenu />
      <NotFoundScreen inShell />
    </>
  );
}
