import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EntryRow } from '@/components/features/outbox/entry-row';
import { makeQueryClient } from '@/lib/api/query-client';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { factsOf } from '@/lib/bookmark/merge';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { loadMessages } from '@/lib/i18n/load-messages';
import { waitingEntry } from '@/lib/outbox/testing/samples';

// The names of collections are not loaded.
const never = () => new Promise<never>(() => undefined);

const messages = await loadMessages('en', ['Outbox']);

/** Renders a conflict: an edit of this device, and what the bookmark became elsewhere. */
function render(mine: Partial<Bookmark>, theirs: Partial<Bookmark>): string {
  const names = Object.keys(mine);
  const factsWith = (values: Partial<Bookmark>) => factsOf(sampleBookmark('a', values), names);
  const entry = {
    ...waitingEntry('bookmarks.update', { body: mine }, ['a']),
    state: 'conflict' as const,
    edit: { before: factsWith({}), after: factsWith(mine), updatedAt: '2026-05-01T00:00:00.000Z' },
    problem: { code: 'OUTDATED', message: '', current: factsWith(theirs) },
  };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={makeQueryClient(never)}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <EntryRow entry={entry} isBlocked={false} onKeep={() => null} onEdit={null} onDiscard={() => null} />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

test('a conflict shows both versions of a flag, and of a time in words', () => {
  expect(render({ later: true }, { later: false })).toContain(
    'Read later Your version: Yes Other version: No',
  );
  expect(render({ readAt: '2026-05-01T10:00:00.000Z' }, { readAt: null })).toContain(
    'Read Your version: 1 May 2026 at 10:00 Other version: Empty',
  );
});

test('fields that are equal on both sides are not shown', () => {
  const text = render({ title: 'Mine', notes: 'Same' }, { title: 'Theirs', notes: 'Same' });
  expect(text).toContain('Title Your version: Mine Other version: Theirs');
  expect(text).not.toContain('Same');
});
