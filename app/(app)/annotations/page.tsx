import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AddMessages } from '@/components/common/messages-provider';
import { AnnotationsScreen } from '@/components/features/reader/annotations-screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Reader'))('list.title') };
}

export default function AnnotationsPage() {
  return (
    <AddMessages namespaces={['Reader']}>
      <AnnotationsScreen />
    </AddMessages>
  );
}
