import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '@/components/features/import-export/import-file';
import type { Refusal } from '@/components/features/import-export/import-step';
import { importQueries } from '@/lib/api/imports';
import { transportOf } from '@/lib/api/query-client';
import type { ProductRead } from '@/lib/contract/imports';

export type Product = ProductRead['product'];

const pollMs = 1_000;
const { queryKey } = importQueries.productRead();

/** The library in another product that the service is reading or has read, with its progress. */
export function useProductRead() {
  const { data, isError, fetchStatus } = useQuery({
    ...importQueries.productRead(),
    refetchInterval: ({ state }) => (state.data?.read?.status === 'reading' ? pollMs : false),
  });
  return { read: data?.read ?? null, isLost: isError || fetchStatus === 'paused' };
}

/** What the user can do with it, and why the last action failed. */
export function useProductActions(onFile: (file: File) => void) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isPending, setPending] = useState(false);
  const attempt = async (action: () => Promise<unknown>) => {
    setRefusal(null);
    setPending(true);
    await action().catch((failure: unknown) => {
      setRefusal(refusalOf(failure));
      // Another device may have started or discarded one.
      return client.invalidateQueries({ queryKey });
    });
    setPending(false);
  };
  return {
    ...{ refusal, isPending, forget: () => setRefusal(null) },
    start: (product: Product, token: string) =>
      attempt(async () =>
        showRead(client, await transportOf(client)('bookmarks.readProduct', { body: { product, token } })),
      ),
    discard: () => attempt(() => discard(client)),
    download: (product: Product) => attempt(async () => onFile(await download(client, product))),
  };
}

const showRead = (client: QueryClient, read: ProductRead | null): void =>
  void client.setQueryData(queryKey, { read });

async function discard(client: QueryClient): Promise<void> {
  await transportOf(client)('bookmarks.discardProductRead', {});
  showRead(client, null);
}

/** Files of libraries that the service still has. */
const downloaded = new WeakSet<File>();

async function download(client: QueryClient, product: Product): Promise<File> {
  const response = await transportOf(client)('bookmarks.getProductFile', {});
  const file = new File([await response.blob()], `${product}.json`, { type: 'application/json' });
  downloaded.add(file);
  return file;
}

/** Discards what the service has read, if this file is it: it is imported now. */
export function noteImported(client: QueryClient, file: File): void {
  // If this fails, it is deleted after a day.
  if (downloaded.delete(file)) discard(client).catch(() => undefined);
}
