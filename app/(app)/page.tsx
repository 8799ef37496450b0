import type { Metadata } from 'next';
import { libraryMetadata, LibraryPage } from '@/app/(app)/library-page';

export async function generateMetadata({ searchParams }: PageProps<'/'>): Promise<Metadata> {
  return libraryMetadata(await searchParams);
}

export default async function HomePage({ searchParams }: PageProps<'/'>) {
  return <LibraryPage query={await searchParams} />;
}
