'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type KeyboardEvent } from 'react';
import type { SearchOption } from '@/components/features/search/search-option';
import { useChooseOption } from '@/components/features/search/use-choose-option';
import { useRecentSearches } from '@/components/features/search/use-recent-searches';
import { useSearch } from '@/components/features/search/use-search';
import { accountQueries } from '@/lib/queries/account';

const examples = ['lastWeek', 'favorites', 'github', 'documentation', 'videos'] as const;

/** What the modal shows and does: what is searched for, what can be chosen, and which of it the arrows stand on. */
export function useSearchModal(open: boolean, onOpenChange: (open: boolean) => void) {
  const t = useTranslations('Search');
  const search = useSearch();
  const { data: account } = useQuery(accountQueries.current());
  const recent = useRecentSearches(account?.uuid, open);
  const [active, setActive] = useState(-1);

  const change = (next: boolean) => {
    if (!next) {
      search.clear();
      setActive(-1);
    }
    onOpenChange(next);
  };
  const { choose, submit } = useChooseOption(search, () => {
    recent.remember(search.query);
    change(false);
  });

  const isStart = !search.isAsked && !search.isTypingFilter;
  const starts: SearchOption[] = [
    ...recent.list.map((text) => ({ kind: 'text', text, isRecent: true }) as const),
    ...examples.map((key) => ({ kind: 'text', text: t(`examples.${key}`), isRecent: false }) as const),
  ];
  const options = isStart ? starts : search.options;
  // Of suggestions for a half-typed filter the first is ready; results wait for an arrow, since Enter submits.
  const chosen = Math.min(search.isTypingFilter ? Math.max(0, active) : active, options.length - 1);

  const pick = (option: SearchOption) => {
    setActive(-1);
    choose(option);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const option = options[chosen];
    const run = {
      ArrowDown: () => setActive(chosen + 1 >= options.length ? 0 : chosen + 1),
      ArrowUp: () => setActive(chosen <= 0 ? options.length - 1 : chosen - 1),
      Enter: () => (option ? pick(option) : submit()),
      Backspace: search.text === '' && search.filter ? () => search.setFilter(null) : undefined,
    }[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
  const type = (text: string) => {
    search.setText(text);
    setActive(-1);
  };
  const plan = account?.plan ?? 'free';
  return { search, options, chosen, isStart, plan, forget: recent.forget, change, pick, type, handleKeyDown };
}
