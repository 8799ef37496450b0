import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { PreviewFacts } from '@/components/features/bookmarks/preview-content';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { collectionQueries } from '@/lib/api/collections';
import { loadMessages } from '@/lib/i18n/load-messages';

vi.mock('next/navigation', () => ({
  usePathname: () => '/',
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams(),
}));

const messages = await loadMessages('en', ['Preview', 'Bookmarks']);
const client = new QueryClient();
client.setQueryData(collectionQueries.simplified().queryKey, { content: [] });

const bookmark = {
  ...sampleBookmark('hit'),
  tags: 'slow travel',
  collections: [{ uuid: 'theirs', name: 'Default', color: '22c55e', icon: null, security: 0 as const }],
};

const read = (elsewhere?: { defaultCollection: string }) =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <PreviewFacts bookmark={bookmark} elsewhere={elsewhere} />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );

test('a tag leads to its list, and to a search for a bookmark in another space', () => {
  expect(read()).toContain('href="/tags?name=slow%20travel"');
  expect(read({ defaultCollection: 'theirs' })).toContain('href="/search?q=%23%22slow+travel%22"');
});

test('the default collection of another space has its displayed name', () => {
  expect(read({ defaultCollection: 'theirs' })).toContain('Uncategorized</a>');
  expect(read({ defaultCollection: 'theirs' })).not.toContain('Default');
});
