import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OfflineSidebar } from '@/components/features/offline/offline-menu';
import { sampleCollection } from '@/lib/api/testing/samples';
import { loadMessages } from '@/lib/i18n/load-messages';
import { sampleSpace } from '@/lib/offline/testing/sample-library';

const messages = await loadMessages('en', ['Offline']);

test('the sidebar lists the collections in the order of the copy', () => {
  const collections = [
    sampleCollection('Trains'),
    sampleCollection('default', { isDefault: true }),
    sampleCollection('Boats'),
  ];
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <OfflineSidebar
        spaces={[sampleSpace('home', { collections })]}
        view={{ query: '', space: null, collection: null }}
        onChange={() => undefined}
      />
    </NextIntlClientProvider>,
  );
  expect(html).toMatch(/Trains.*Uncategorized.*Boats/);
});
