import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { accountQueries } from '@/lib/api/account';
import { billingMutations, billingQueries } from '@/lib/api/billing';
import { makeQueryClient } from '@/lib/api/query-client';
import type { Transport } from '@/lib/api/query-client';

test.each(['pause', 'resume', 'cancel'] as const)(
  'the response of %s is shown immediately, and the account is refetched',
  async (change) => {
    const calls: string[] = [];
    const transport = ((id: string) => {
      calls.push(id);
      // Reads never resolve: the displayed data comes from the response of the write.
      return id.endsWith('.get') ? new Promise(() => undefined) : Promise.resolve({ status: 'active', id });
    }) as unknown as Transport;
    const client = makeQueryClient(transport);
    const [account, billing] = [accountQueries.current(), billingQueries.current()];
    client.setQueryData(account.queryKey, {} as never);
    client.setQueryData(billing.queryKey, {} as never);
    const stop = new QueryObserver(client, account).subscribe(() => undefined);

    const mutation = new MutationObserver(client, billingMutations[change]());
    await mutation.mutate({});
    expect(client.getQueryData(billing.queryKey)).toMatchObject({ id: `billing.${change}` });
    expect(calls).toEqual([`billing.${change}`, 'account.get']);
    stop();
    client.clear();
  },
);
