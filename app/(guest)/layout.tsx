// Hydration waits for the error page, so its script is loaded with those of the layout. Loaded later, it delays the page,
// and React retries without pause until it arrives.
import '@/app/(guest)/error';
import type { ReactNode } from 'react';
import { Consent } from '@/components/features/consent/consent';
import { ErrorReports } from '@/components/features/error-reports/error-reports';
import { Feedback } from '@/components/features/feedback/feedback';
import { MessagesProvider } from '@/components/common/messages-provider';
import { PendingNavigation } from '@/components/common/pending-navigation';

export default function GuestLayout({ children }: { children: ReactNode }) {
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
      {children}
      <PendingNavigation />
      <Consent />
      <ErrorReports />
      <Feedback />
    </MessagesProvider>
  );
}
