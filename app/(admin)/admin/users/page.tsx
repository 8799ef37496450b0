import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { UsersScreen } from '@/components/features/admin/users-screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Admin'))('section.users') };
}

export default function UsersPage() {
  return <UsersScreen />;
}
