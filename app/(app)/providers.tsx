'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSessionLife } from '@/app/(app)/use-session-life';
import { notify } from '@/components/common/notify';
import { SentState } from '@/components/common/sent-state';
import { call } from '@/lib/api-client/call';
import { makeQueryClient } from '@/lib/queries/client';

/** The data layer of the browser, begun with what the server has read, and the way out when the session is over. */
export function Providers({ state, children }: { state: string; children: ReactNode }) {
  const [client] = useState(() =>
    makeQueryClient(call, { onFailure: (words) => notify({ message: words, tone: 'bad' }) }),
  );
  useSessionLife(client);
  return (
    <QueryClientProvider client={client}>
      <SentState state={state}>{children}</SentState>
    </QueryClientProvider>
  );
}
