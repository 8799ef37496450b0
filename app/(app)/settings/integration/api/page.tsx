import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ErrorState } from '@/components/common/error-state';
import { ApiDocs } from '@/components/features/settings/api-docs';
import type { ApiDocument } from '@/components/features/settings/document';
import { readApiDocument } from '@/lib/bff/bff';
import { requireViewer } from '@/lib/bff/prefetch';
import { env } from '@/lib/env/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('ApiDocs'))('title') };
}

export default async function ApiPage() {
  await requireViewer();
  const [t, document] = await Promise.all([getTranslations('ApiDocs'), readApiDocument()]);
  if (document === null) return <ErrorState title={t('loadFailed')} text={t('loadFailedText')} />;
  return <ApiDocs document={document as ApiDocument} origin={env().appUrl} />;
}
