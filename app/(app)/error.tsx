'use client';

import { ReportBug } from '@/components/features/feedback/feedback';
import { ErrorScreen } from '@/components/shell/error-screen';

export default function AppError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return <ErrorScreen {...props} report={<ReportBug size="lg" />} />;
}
