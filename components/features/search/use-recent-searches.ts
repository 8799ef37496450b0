'use client';

import { useState } from 'react';
import { forgetSearches, recentSearches, rememberSearch } from '@/components/features/search/recent-searches';

/** What an account has searched for on this device, read each time the modal opens. */
export function useRecentSearches(account: string | undefined, open: boolean) {
  const [list, setList] = useState<readonly string[]>([]);
  const [readFor, setReadFor] = useState<string | null>(null);
  const wanted = open && account !== undefined ? account : null;
  if (wanted !== readFor) {
    setReadFor(wanted);
    if (wanted !== null) setList(recentSearches(wanted));
  }
  return {
    list,
    remember: (text: string) => {
      if (account !== undefined) rememberSearch(account, text);
    },
    forget: () => {
      if (account !== undefined) forgetSearches(account);
      setList([]);
    },
  };
}
