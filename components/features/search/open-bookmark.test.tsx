import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useOpenBookmark } from '@/components/features/search/use-search-modal';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { makeQueryClient } from '@/lib/api/query-client';
import { sampleBookmark } from '@/lib/api/testing/samples';

/** Opens a hit of the search modal; returns the calls. */
function openHit(bookmark: Bookmark) {
  const [onLeave, onEdit, open] = [vi.fn(), vi.fn(), vi.fn()];
  vi.stubGlobal('window', { open });
  const client = makeQueryClient(() => new Promise(() => undefined));
  let run: ReturnType<typeof useOpenBookmark> | undefined;
  function Modal() {
    run = useOpenBookmark({ onLeave, onEdit });
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Modal />
    </QueryClientProvider>,
  );
  run?.(bookmark);
  return { onLeave, onEdit, open };
}

test('a hit of the web is opened in a new tab', () => {
  const hit = sampleBookmark('web');
  const { onLeave, onEdit, open } = openHit(hit);
  expect(open).toHaveBeenCalledWith(hit.url, '_blank', 'noopener,noreferrer');
  expect(onLeave).toHaveBeenCalledOnce();
  expect(onEdit).not.toHaveBeenCalled();
});

test.each(['ftp://files.example/', 'chrome://settings/'])(
  'a hit with the address %s opens its form',
  (url) => {
    const hit = sampleBookmark('other', { url });
    const { onLeave, onEdit, open } = openHit(hit);
    expect(onEdit).toHaveBeenCalledWith(hit);
    expect(onLeave).toHaveBeenCalledOnce();
    expect(open).not.toHaveBeenCalled();
  },
);
