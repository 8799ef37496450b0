'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { SearchOption } from '@/components/features/search/search-option';
import type { Search } from '@/components/features/search/use-search';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { isLiveUrl } from '@/lib/domain/live-url';
import { bookmarkMutations } from '@/lib/queries/bookmarks';

/** What happens when something in the modal is chosen, and when the text alone is submitted. */
export function useChooseOption(search: Search, onLeave: () => void) {
  const router = useRouter();
  const { mutate: visit } = useMutation(bookmarkMutations.visit());

  const submit = () => {
    if (search.query === '') return;
    const query = new URLSearchParams({ q: search.query });
    if (search.filter) query.set('collection', search.filter.uuid);
    onLeave();
    router.push(`/search?${query.toString()}`);
  };
  const openBookmark = (bookmark: Bookmark) => {
    if (bookmark.url === null || !isLiveUrl(bookmark.url)) return;
    visit({ params: { uuid: bookmark.uuid }, bookmark });
    window.open(bookmark.url, '_blank', 'noopener,noreferrer');
    onLeave();
  };
  const choose = (option: SearchOption) => {
    switch (option.kind) {
      case 'filter':
        search.setFilter(option.collection);
        search.setText(search.query === '' ? '' : `${search.query} `);
        break;
      case 'text':
        search.setText(option.text);
        break;
      case 'collection':
        onLeave();
        router.push(`/collections/${option.collection.uuid}`);
        break;
      case 'all':
        submit();
        break;
      case 'bookmark':
        openBookmark(option.bookmark);
    }
  };
  return { choose, submit };
}
