// Hydration waits for the error page, so its script is loaded with those of the layout. Loaded later, it delays the
// page, and React retries without pause until it arrives.
import '@/app/(guest)/error';
import type { ReactNode } from 'react';
import { PlainHttpNotice } from '@/components/features/auth/plain-http-notice';
import { Consent } from '@/components/features/consent/consent';
import { ErrorReports } from '@/components/features/error-reports/error-reports';
import { Feedback } from '@/components/features/feedback/feedback';
import { MessagesProvider } from '@/components/common/messages-provider';
import { PendingNavigation } from '@/components/common/pending-navigation';
import { env } from '@/lib/env/server';

export default function GuestLayout({ children }: { children: ReactNode }) {
  const { appUrl } = env();
  return (
    <MessagesProvider
      namespaces={[
        'Auth',
        'Common',
        'Consent',
        'EmailCode',
        'Errors',
        'Feedback',
        'Forms',
        'Oauth',
        'Password',
      ]}
    >
      {appUrl.startsWith('https:') ? <PlainHttpNotice origin={appUrl} /> : null}
      {children}
      <PendingNavigation />
      <Consent />
      <ErrorReports />
      <Feedback />
    </MessagesProvider>
  );
}
