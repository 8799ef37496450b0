'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { notify } from '@/components/common/notify';
import { SentState } from '@/components/common/sent-state';
import { call } from '@/lib/api-client/call';
import { onLogoutRequired } from '@/lib/api-client/logout-required';
import { makeQueryClient } from '@/lib/queries/client';

/** The data layer of the browser, begun with what the server has read, and the way out when the session is over. */
export function Providers({ state, children }: { state: string; children: ReactNode }) {
  const [client] = useState(() =>
    makeQueryClient(call, { onFailure: (words) => notify({ message: words, tone: 'bad' }) }),
  );
  useEffect(
    () =>
      onLogoutRequired(() => {
        client.clear();
        // A full load: nothing of the former session stays in this page's memory. The server leads to the sign-in
        // page and knows the way back.
        window.location.reload();
      }),
    [client],
  );
  return (
    <QueryClientProvider client={client}>
      <SentState state={state}>{children}</SentState>
    </QueryClientProvider>
  );
}
