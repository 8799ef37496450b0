import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { SignOutButton } from '@/app/(app)/settings/sign-out-button';
import { SettingsIndex } from '@/components/features/settings/settings-index';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Settings'))('title') };
}

export default function SettingsPage() {
  return <SettingsIndex footer={<SignOutButton />} />;
}
