import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RuleSentence } from '@/components/features/collections/rule-sentence';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { collectionQueries } from '@/lib/api/collections';
import { sampleCollection } from '@/lib/api/testing/samples';
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
