import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AddMessages } from '@/components/common/messages-provider';
import { DataScreen } from '@/components/features/import-export/data-screen';
import { CopiesSection } from '@/components/features/settings/copies-section';
import { SectionHeader } from '@/components/features/settings/section-header';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Settings'))('section.data') };
}

export default function DataPage() {
  return (
    <>
      <SectionHeader section="data" titleInShell={false} />
      <AddMessages namespaces={['ImportExport', 'Problems']}>
        <DataScreen />
      </AddMessages>
      <AddMessages namespaces={['Copies']}>
        <div className="mt-10">
          <CopiesSection />
        </div>
      </AddMessages>
    </>
  );
}
