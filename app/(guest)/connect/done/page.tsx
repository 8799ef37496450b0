import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MessagesProvider } from '@/components/common/messages-provider';
import { AuthFrame } from '@/components/features/auth/auth-frame';
import { ConnectDone } from '@/components/features/auth/connect-done';
import { ReportBug } from '@/components/features/feedback/feedback';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Connect'))('name'), robots: { index: false } };
}

/** The page of an answered request, loaded again. */
export default function ConnectDonePage() {
  return (
    <AuthFrame report={<ReportBug variant="link" size="inline" className="h-6 text-second touch:h-11" />}>
      <MessagesProvider namespaces={['Connect']}>
        <ConnectDone outcome="ended" />
      </MessagesProvider>
    </AuthFrame>
  );
}
