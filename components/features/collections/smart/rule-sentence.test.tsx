import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RuleSentence } from '@/components/features/collections/smart/rule-sentence';
import { makeQueryClient } from '@/lib/queries/client';
import { collectionQueries } from '@/lib/queries/collections';
import { sampleCollection } from '@/lib/queries/testing/samples';
import type { Transport } from '@/lib/queries/transport';
import collections from '@/messages/pt-BR/collections.json';

test('a rule names the default collection in the language of the reader', () => {
  const client = makeQueryClient((() => new Promise(() => undefined)) as unknown as Transport);
  client.setQueryData(collectionQueries.simplified().queryKey, {
    content: [
      { ...sampleCollection('a', { name: 'Uncategorized', isDefault: true }), smart: false },
      { ...sampleCollection('b', { name: 'Trains' }), smart: false },
    ],
  });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale="pt-BR" timeZone="UTC" messages={{ Collections: collections }}>
        <RuleSentence query="@Uncategorized -@Trains" />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  expect(html).toContain('>Sem categoria<');
  expect(html).toContain('>Trains<');
  expect(html).not.toContain('Uncategorized');
});
