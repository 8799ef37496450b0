import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LibraryPage } from '@/app/(app)/library-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Bookmarks');
  return { title: t('title') };
}

export default async function BookmarksPage({ searchParams }: PageProps<'/bookmarks'>) {
  return <LibraryPage query={await searchParams} />;
}
