import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OfflineRows } from '@/components/features/offline/offline-rows';
import { sampleBookmark } from '@/lib/api/testing/samples';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { OfflineLibrary } from '@/lib/offline/offline-store';
import { loadMessages } from '@/lib/i18n/load-messages';

const messages = await loadMessages('en', ['Bookmarks', 'Offline', 'Common']);
const nothing = () => undefined;

const render = (rows: Bookmark[], full: number): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC" now={new Date(0)}>
      <OfflineRows
        library={{ account: 'ada', copiedAt: 0, spaces: [] } as unknown as OfflineLibrary}
        rows={rows}
        full={full}
        actions={null}
        waiting={new Set()}
        onUnlock={nothing}
        onCollection={nothing}
      />
    </NextIntlClientProvider>,
  );

test('without changes, a title that is not a web address is plain text', () => {
  const html = render([sampleBookmark('Settings', { url: 'chrome://settings/' })], 1);
  expect(html).toContain('<span dir="auto" class="row-title">Settings</span>');
});

test('a line separates the closest matches from those of the whole query', () => {
  const rows = [sampleBookmark('First'), sampleBookmark('Second')];
  const line = /First.*<h2>Closest matches<\/h2>.*Second/s;
  expect(render(rows, 1)).toMatch(line);
  for (const full of [0, 2]) expect(render(rows, full)).not.toContain('Closest matches');
});
