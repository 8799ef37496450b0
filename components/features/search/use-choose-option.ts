'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { openVaultDialog } from '@/components/entities/vault-store';
import { searchHref } from '@/components/features/search/search-address';
import type { SearchOption } from '@/components/features/search/search-option';
import type { Search } from '@/components/features/search/use-search';
import type { Way } from '@/components/features/search/ways-on';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { isLiveUrl } from '@/lib/domain/live-url';
import { bookmarkMutations } from '@/lib/queries/bookmarks';
import { reveal } from '@/lib/vault/opened';

interface Leaving {
  /** Closes the modal, and remembers what was searched for. */
  onLeave: () => void;
  /** Opens the form for a new bookmark of a url. */
  onAddUrl: (url: string) => void;
}

/** What happens when something in the modal is chosen, and when the text alone is submitted. */
export function useChooseOption(search: Search, { onLeave, onAddUrl }: Leaving) {
  const router = useRouter();

  const submit = () => {
    if (search.query === '') return;
    onLeave();
    // The address is made from its parts; the router's types know no address that is made.
    const { query, mode, space } = search;
    router.push(searchHref({ q: query, mode, space }) as '/search');
  };
  const openBookmark = useOpenBookmark(onLeave);
  const take = (way: Way) => {
    switch (way.kind) {
      case 'everywhere':
        search.limit(undefined);
        search.put(way.text, 'words');
        break;
      case 'suggestion':
      case 'conditions':
        search.put(way.text, 'words');
        break;
      case 'words':
        search.put(search.text, 'words');
        break;
      case 'ask':
        search.put(search.text, 'question');
        break;
      case 'upgrade':
        onLeave();
        router.push('/settings/subscription?plan=pro');
        break;
      case 'add':
        onLeave();
        onAddUrl(way.url);
    }
  };
  const choose = (option: SearchOption) => {
    switch (option.kind) {
      case 'name':
        search.complete(option);
        break;
      case 'text':
        search.put(option.text, option.isQuestion ? 'question' : 'as it was');
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
        break;
      case 'way':
        take(option.way);
    }
  };
  return { choose, submit };
}

/** Follows the link of a bookmark; of a locked one it asks for the key. */
function useOpenBookmark(onLeave: () => void) {
  const { mutate: visit } = useMutation(bookmarkMutations.visit());
  return (bookmark: Bookmark) => {
    const { encrypted, url } = reveal(bookmark);
    if (encrypted && url === null) openVaultDialog({ kind: 'unlock', bookmark });
    if (url === null || !isLiveUrl(url)) return;
    visit({ params: { uuid: bookmark.uuid }, bookmark });
    window.open(url, '_blank', 'noopener,noreferrer');
    onLeave();
  };
}
