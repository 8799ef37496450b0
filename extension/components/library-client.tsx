import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { readLists } from '@/extension/components/popup/known-lists';
import { createClient } from '@/extension/lib/client';
import type { Connection } from '@/extension/lib/connection';
import { collectionQueries } from '@/lib/api/collections';
import { makeQueryClient } from '@/lib/api/query-client';

/** Creates the query client of a space, with the stored collections; they are fetched again when they are shown. */
async function openClient(connection: Connection, space: string): Promise<QueryClient> {
  const call = createClient({ ...connection, space });
  const client = makeQueryClient((id, input, options) =>
    call(id, input, options?.signal ? { signal: options.signal } : {}),
  );
  const stored = await readLists(connection, space);
  const { queryKey } = collectionQueries.simplified();
  if (stored) client.setQueryData(queryKey, { content: [...stored.collections] }, { updatedAt: 0 });
  return client;
}

interface LibraryProps {
  connection: Connection;
  space: string;
  children: ReactNode;
}

/** Provides the queries and mutations of a space of the connected account. */
export function Library({ connection, space, children }: LibraryProps) {
  const [client, setClient] = useState<QueryClient | null>(null);
  useEffect(() => {
    let isGone = false;
    void openClient(connection, space).then((opened) => (isGone ? undefined : setClient(opened)));
    return () => {
      isGone = true;
    };
  }, [connection, space]);
  if (client === null) return null;
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
