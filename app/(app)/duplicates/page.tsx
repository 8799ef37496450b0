import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AddMessages } from '@/components/common/messages-provider';
import { DuplicatesScreen } from '@/components/features/duplicates/duplicates-screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Duplicates'))('title') };
}

export default function DuplicatesPage() {
  return (
    <AddMessages namespaces={['Duplicates']}>
      <DuplicatesScreen />
    </AddMessages>
  );
}
