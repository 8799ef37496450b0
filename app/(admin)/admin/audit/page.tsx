import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuditScreen } from '@/components/features/admin/audit-screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Admin'))('section.audit') };
}

export default function AuditPage() {
  return <AuditScreen />;
}
