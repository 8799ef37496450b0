'use client';

import { ReportBug } from '@/components/features/feedback/feedback';
import { ErrorScreen } from '@/components/shell/error-screen';

export default function GuestError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="grid min-h-dvh items-center">
      <ErrorScreen {...props} report={<ReportBug size="lg" />} />
    </main>
  );
}
