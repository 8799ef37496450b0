import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OfflineRows } from '@/components/features/offline/offline-rows';
import { sampleBookmark } from '@/lib/api/testing/samples';
import type { OfflineLibrary } from '@/lib/offline/offline-store';
import { loadMessages } from '@/lib/i18n/load-messages';

const messages = await loadMessages('en', ['Bookmarks', 'Offline', 'Common']);
const nothing = () => undefined;

test('without changes, a title that is not a web address is plain text', () => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC" now={new Date(0)}>
      <OfflineRows
        library={{ account: 'ada', copiedAt: 0, spaces: [] } as unknown as OfflineLibrary}
        rows={[sampleBookmark('Settings', { url: 'chrome://settings/' })]}
        actions={null}
        waiting={new Set()}
        onUnlock={nothing}
        onCollection={nothing}
      />
    </NextIntlClientProvider>,
  );
  expect(html).toContain('<span dir="auto" class="row-title">Settings</span>');
});
