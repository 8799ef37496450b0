import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RuleSentence } from '@/components/features/collections/rule-sentence';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { collectionQueries } from '@/lib/api/collections';
import { sampleCollection } from '@/lib/api/testing/samples';
import en from '@/messages/en/collections.json';
import ptBR from '@/messages/pt-BR/collections.json';

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
      <NextIntlClientProvider locale="pt-BR" timeZone="UTC" messages={{ Collections: ptBR }}>
        <RuleSentence query="@Uncategorized -@Trains" />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  expect(html).toContain('>Sem categoria<');
  expect(html).toContain('>Trains<');
  expect(html).not.toContain('Uncategorized');
});

test.each([
  ['en', 'created:2024-03-05', 'on 5 March 2024'],
  ['pt-BR', 'created:2024-03-05', 'no dia 5 de março de 2024'],
  ['pt-BR', 'created:1w', 'há menos de 1 semana'],
  ['pt-BR', 'created:<3m', 'há mais de 3 meses'],
] as const)('a time in %s: %s', (locale, query, text) => {
  const client = makeQueryClient((() => new Promise(() => undefined)) as unknown as Transport);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider
        locale={locale}
        timeZone="UTC"
        messages={{ Collections: locale === 'en' ? en : ptBR }}
      >
        <RuleSentence query={query} />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain(text);
});
