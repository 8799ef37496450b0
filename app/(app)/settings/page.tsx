import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { SmallScreenActions } from '@/app/(app)/settings/small-screen-actions';
import { SettingsIndex } from '@/components/features/settings/settings-index';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Settings'))('title') };
}

export default function SettingsPage() {
  return <SettingsIndex footer={<SmallScreenActions />} />;
}
