'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from '@/components/common/use-debounced';
import { parseSearch, searchHref, type SearchAddress } from '@/components/features/search/search-address';

/** A pause in typing after which the address follows. */
const pauseMs = 300;

/** The search that the address names, and the text of the field: each follows the other. */
export function useSearchAddress() {
  const search = parseSearch(Object.fromEntries(useSearchParams()));
  const [text, setText] = useState(search.q);
  const [known, setKnown] = useState(search.q);
  if (search.q !== known) {
    // The address has changed. When the text has not led there, it follows.
    setKnown(search.q);
    if (search.q !== text.trim()) setText(search.q);
  }
  const settled = useDebounced(text.trim(), pauseMs);
  const follow = useEffectEvent((q: string) => {
    if (q !== text.trim() || q === search.q) return;
    window.history.replaceState(null, '', searchHref({ ...search, q }));
  });
  useEffect(() => follow(settled), [settled]);
  return {
    search,
    text,
    type: setText,
    /** Another search by a choice, to which "back" leads from here. */
    go: (next: SearchAddress) => {
      setText(next.q);
      if (searchHref(next) !== searchHref(search)) window.history.pushState(null, '', searchHref(next));
    },
  };
}
