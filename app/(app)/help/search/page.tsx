import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { HelpScreen } from '@/components/features/search/help-screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('SearchHelp'))('title') };
}

export default function SearchHelpPage() {
  return <HelpScreen />;
}
