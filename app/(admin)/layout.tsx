import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { ReactNode } from 'react';
// Hydration waits for the error page and the not-found page, so their scripts are loaded with those of the layout.
// Loaded later, they delay the page, and React retries without pause until they arrive.
import '@/app/(admin)/error';
import '@/app/(admin)/not-found';
import { Providers } from '@/app/(app)/providers';
import { MessagesProvider } from '@/components/common/messages-provider';
import { AdminFrame } from '@/components/features/admin/admin-frame';
import { ErrorReports } from '@/components/features/error-reports/error-reports';
import { Feedback } from '@/components/features/feedback/feedback';
import { makePageClient, prefetchAll, viewerAccount } from '@/lib/bff/prefetch';
import { requireAdmin } from '@/lib/bff/prefetch';
import { accountQueries } from '@/lib/api/account';

/** Layout for administrators only. The cookie is checked here, its account by `viewerAccount`. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  await requireAdmin();
  const client = await makePageClient();
  await prefetchAll(client, [{ ...accountQueries.current(), queryFn: viewerAccount }]);
  return (
    <MessagesProvider namespaces={['Admin', 'Common', 'Errors', 'Feedback', 'Forms']}>
      <Providers>
        <HydrationBoundary state={dehydrate(client)}>
          <AdminFrame>{children}</AdminFrame>
          <ErrorReports />
          <Feedback />
        </HydrationBoundary>
      </Providers>
    </MessagesProvider>
  );
}
