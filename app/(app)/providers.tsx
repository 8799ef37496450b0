'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useSessionLife } from '@/app/(app)/use-session-life';
import { notify } from '@/components/common/notify';
import { PendingNavigation } from '@/components/common/pending-navigation';
import { Toaster } from '@/components/common/toaster';
import { call } from '@/lib/api-client/call';
import { makeQueryClient } from '@/lib/queries/client';

/** The data layer of the browser, its toasts, and the way out when the session is over. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(() =>
    makeQueryClient(call, { onFailure: (words) => notify({ message: words, tone: 'bad' }) }),
  );
  useSessionLife(client);
  useEffect(() => {
    const stop = new AbortController();
    // Nothing can lose the focus before something has it.
    const start = () =>
      void import('@/components/ui/keep-focus').then(({ keepFocus }) => keepFocus(stop.signal));
    window.addEventListener('focusin', start, { once: true, capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  return (
    <QueryClientProvider client={client}>
      {children}
      <PendingNavigation />
      <Toaster />
    </QueryClientProvider>
  );
}
