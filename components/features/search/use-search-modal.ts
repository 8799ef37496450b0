'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type KeyboardEvent } from 'react';
import type { SearchOption } from '@/components/features/search/search-option';
import { useChooseOption } from '@/components/features/search/use-choose-option';
import { useRecentSearches } from '@/components/features/search/use-recent-searches';
import { useSearch } from '@/components/features/search/use-search';
import type { Plan } from '@/lib/contract/schemas/account';
import { accountQueries } from '@/lib/queries/account';
import { searchQueries } from '@/lib/queries/search';

/** Filters for who types them: the signs open a list, the others are searches of their own. */
const filters = [
  ['#', 'tag'],
  ['@', 'collection'],
  ['site:github.com', 'site'],
  ['is:favorite', 'favorite'],
  ['created:last-week', 'created'],
] as const;

export interface SearchModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Opens the form for a new bookmark of a url. */
  onAddUrl: (url: string) => void;
  /** Opens the form for a collection that gathers what a query finds. */
  onSaveQuery: (query: string) => void;
}

/** What the modal shows and does: what is searched for, what can be chosen, and which of it the arrows stand on. */
export function useSearchModal({ open, onOpenChange, onAddUrl, onSaveQuery }: SearchModalProps) {
  const { data: account } = useQuery(accountQueries.current());
  const plan = account?.plan ?? 'free';
  const search = useSearch(plan);
  const recent = useRecentSearches(account?.uuid, open);
  const starts = useStarts(plan, recent.list, open);
  const [active, setActive] = useState(-1);

  const change = (next: boolean) => {
    if (!next) {
      search.clear();
      setActive(-1);
    }
    onOpenChange(next);
  };
  const leave = () => {
    recent.remember(search.query);
    change(false);
  };
  const { choose, submit } = useChooseOption(search, { onLeave: leave, onAddUrl });
  const isStart = !search.isAsked && !search.isCompleting;
  const options = isStart ? starts : search.options;
  // Of names for a half-typed one the first is ready; results wait for an arrow, since Enter submits.
  const chosen = Math.min(search.isCompleting ? Math.max(0, active) : active, options.length - 1);

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
    }[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
  const type = (text: string, caret: number) => {
    search.type(text, caret);
    setActive(-1);
  };
  const save = (query: string) => {
    leave();
    onSaveQuery(query);
  };
  return {
    search, options, chosen, isStart, plan, forget: recent.forget, change, pick, type, save, handleKeyDown,
  }; // prettier-ignore
}

/** What can be chosen before anything is typed: what was searched for last, and something to begin with. */
function useStarts(plan: Plan, recent: readonly string[], isOpen: boolean): SearchOption[] {
  const t = useTranslations('Search');
  const { data: examples = [] } = useQuery({
    ...searchQueries.examples(),
    enabled: isOpen && plan === 'pro',
  });
  const start = (text: string, detail?: string) =>
    ({
      kind: 'text',
      text,
      isRecent: false,
      isQuestion: plan === 'pro',
      ...(detail !== undefined && { detail }),
    }) as const;
  return [
    ...recent.map((text) => ({ kind: 'text', text, isRecent: true, isQuestion: false }) as const),
    ...(plan === 'pro'
      ? examples.map((question) => start(question))
      : filters.map(([text, tip]) => start(text, t(`tips.${tip}`)))),
  ];
}
