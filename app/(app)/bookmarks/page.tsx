import type { Metadata } from 'next';
import { libraryMetadata, LibraryPage } from '@/app/(app)/library-page';

export async function generateMetadata({ searchParams }: PageProps<'/bookmarks'>): Promise<Metadata> {
  return libraryMetadata(await searchParams);
}

export default async function BookmarksPage({ searchParams }: PageProps<'/bookmarks'>) {
  return <LibraryPage query={await searchParams} />;
}
