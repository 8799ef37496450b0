import { MutationObserver, type QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { contentQueries } from '@/lib/queries/bookmark-content';
import { bookmarkEditing } from '@/lib/queries/bookmark-editing';
import { makeQueryClient } from '@/lib/queries/client';
import { forgetPlain } from '@/lib/queries/forget-plain';
import { searchQueries } from '@/lib/queries/search';
import type { Transport } from '@/lib/queries/transport';

const url = 'https://secret.example/page';

test('what became encrypted is in no cache any more: no page, no result, no finished write', async () => {
  const client = makeQueryClient((async () => ({})) as unknown as Transport);
  const keys: QueryKey[] = [
    contentQueries.of('a').queryKey,
    contentQueries.of('b').queryKey,
    searchQueries.page({ q: 'secret' }, 1).queryKey,
  ];
  for (const key of keys) client.setQueryData(key, { html: 'what the page says' });
  await new MutationObserver(client, bookmarkEditing.metadata()).mutate({ body: { url } });

  forgetPlain(client, ['a']);
  expect(client.getQueryCache().getAll()).toHaveLength(1);
  expect(client.getMutationCache().getAll()).toHaveLength(0);
});
