import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ScreenMessages } from '@/components/common/screen-messages';
import { SpacesScreen } from '@/components/features/spaces/spaces-screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Spaces'))('title') };
}

/** The list of spaces is there already: the layout has read it for the shell. */
export default function SpacesPage() {
  return (
    <ScreenMessages namespaces={['Spaces']}>
      <SpacesScreen />
    </ScreenMessages>
  );
}
