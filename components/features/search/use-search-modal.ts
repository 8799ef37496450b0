'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useState } from 'react';
import { useNavigation } from '@/components/common/pending-navigation';
import { rememberedList } from '@/components/common/remembered-list';
import { leaveUnsaved } from '@/components/common/unsaved';
import { openVaultDialog } from '@/components/entities/vault-store';
import { exampleFilters } from '@/components/features/search/alternatives';
import { parseSearch, searchHref } from '@/components/features/search/search-address';
import type { Alternative, SearchOption } from '@/components/features/search/search-option';
import { type Search, useSearch } from '@/components/features/search/use-search';
import { accountQueries } from '@/lib/api/account';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import { searchQueries } from '@/lib/api/search';
import type { Plan } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';
import { hasFeature } from '@/lib/domain/plans';
import { decryptedRow, decryptedTexts, noneDecrypted } from '@/lib/vault/decrypted';
import { pressedKey } from '@/lib/utils/pressed-key';

interface Leaving {
  /** Closes the modal, and remembers the search. */
  onLeave: () => void;
  /** Opens the form for a new bookmark of a url. */
  onAddUrl: (url: string) => void;
  /** Opens the form of a bookmark. */
  onEdit: (bookmark: Bookmark) => void;
}

/** Returns functions that handle a selected option, and a submitted text. */
function useChooseOption(search: Search, { onLeave, onAddUrl, onEdit }: Leaving) {
  const { push } = useNavigation();
  const go = (href: Route) => {
    onLeave();
    leaveUnsaved(() => push(href));
  };

  const submit = () => {
    if (search.query === '') return;
    const { query, isLiteral, space } = search;
    // The URL is composed at run time, which the router's types do not support.
    go(searchHref({ q: query, mode: isLiteral ? 'keyword' : undefined, space }) as '/search');
  };
  const openBookmark = useOpenBookmark({ onLeave, onEdit });
  const takeAlternative = (alternative: Alternative) => {
    switch (alternative.kind) {
      case 'everywhere':
        search.limit(undefined);
        search.put(alternative.text);
        break;
      case 'suggestion':
      case 'conditions':
        search.put(alternative.text);
        break;
      case 'words':
        search.put(search.text, true);
        break;
      case 'upgrade':
        go('/settings/subscription?plan=pro');
        break;
      case 'add':
        onLeave();
        leaveUnsaved(() => onAddUrl(alternative.url), 'bookmark');
    }
  };
  const choose = (option: SearchOption) => {
    switch (option.kind) {
      case 'name':
        search.complete(option);
        break;
      case 'text':
        search.put(option.text, false);
        break;
      case 'collection':
        go(`/collections/${option.collection.uuid}` as Route);
        break;
      case 'all':
        submit();
        break;
      case 'bookmark':
        openBookmark(option.bookmark);
        break;
      case 'alternative':
        takeAlternative(option.alternative);
    }
  };
  return { choose, submit };
}

/** Follows the link of a bookmark; asks for the key if it is locked, and opens its form if it is not of the web. */
export function useOpenBookmark({ onLeave, onEdit }: Pick<Leaving, 'onLeave' | 'onEdit'>) {
  const { mutate: visit } = useMutation(bookmarkMutations.visit());
  return (bookmark: Bookmark) => {
    const { encrypted, url } = decryptedRow(bookmark);
    if (encrypted && url === null) {
      openVaultDialog({ kind: 'unlock', bookmark });
      return;
    }
    if (url === null || !isLiveUrl(url)) {
      onLeave();
      leaveUnsaved(() => onEdit(bookmark), 'bookmark');
      return;
    }
    visit({ params: { uuid: bookmark.uuid }, bookmark });
    window.open(url, '_blank', 'noopener,noreferrer');
    onLeave();
  };
}

/** Returns the recent searches of an account on this device, read each time the modal opens. */
function useRecentSearches(account: string | undefined, open: boolean) {
  const [list, setList] = useState<readonly string[]>([]);
  const [readFor, setReadFor] = useState<string | null>(null);
  const wanted = open && account !== undefined ? account : null;
  if (wanted !== readFor) {
    setReadFor(wanted);
    if (wanted !== null) setList(recentSearches(wanted));
  }
  return {
    list,
    remember: (query: string) => {
      if (account !== undefined) rememberSearch(account, query);
    },
    forget: () => {
      if (account !== undefined) forgetSearches(account);
      setList([]);
    },
  };
}

/** Returns the example filters as options. */
function useFilterTips(): SearchOption[] {
  const t = useTranslations('Search');
  return exampleFilters.map(([text, tip]) => ({
    kind: 'text',
    text,
    isRecent: false,
    detail: t(`tips.${tip}`),
  }));
}

export interface SearchModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Opens the form for a new bookmark of a url. */
  onAddUrl: (url: string) => void;
  /** Opens the form of a bookmark. */
  onEdit: (bookmark: Bookmark) => void;
  /** Opens the form for a smart collection with a query. */
  onSaveQuery: (query: string) => void;
}

/** State and actions of the modal: the search, its options, and the active one. */
export function useSearchModal({ open, onOpenChange, onAddUrl, onEdit, onSaveQuery }: SearchModalProps) {
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
  const { choose, submit } = useChooseOption(search, { onLeave: leave, onAddUrl, onEdit });
  const isStart = !search.isLongEnough && !search.isCompleting;
  const tips = useFilterTips();
  const isNothing = search.isCurrent && search.options.every(({ kind }) => kind === 'alternative');
  const results =
    isNothing && !search.isCompleting && !hasFeature(plan, 'ask')
      ? [...search.options, ...tips]
      : search.options;
  const options = isStart ? starts : results;
  // Names for a partly typed one have the first preselected; results wait for an arrow key, since Enter
  // submits.
  const chosen = Math.min(search.isCompleting ? Math.max(0, active) : active, options.length - 1);

  const pick = (option: SearchOption) => {
    setActive(-1);
    choose(option);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const option = options[chosen];
    const run = {
      ArrowDown: () => setActive(chosen + 1 >= options.length ? 0 : chosen + 1),
      ArrowUp: () => setActive(chosen <= 0 ? options.length - 1 : chosen - 1),
      Enter: () => (option ? pick(option) : submit()),
    }[pressedKey(event)];
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
    leaveUnsaved(() => onSaveQuery(query), 'collection');
  };
  return {
    search, options, chosen, isStart, plan, forget: recent.forget, change, pick, type, save, handleKeyDown,
  }; // prettier-ignore
}

/** Returns the options before anything is typed: recent searches, and examples to start with. */
function useStarts(plan: Plan, recent: readonly string[], isOpen: boolean): SearchOption[] {
  const t = useTranslations('Search');
  const { data: own = [] } = useQuery({
    ...searchQueries.examples(),
    enabled: isOpen && hasFeature(plan, 'ask'),
  });
  const tips = useFilterTips();
  return [
    ...recent.map((text) => ({ kind: 'text', text, isRecent: true }) as const),
    ...(hasFeature(plan, 'ask')
      ? exampleQuestions(
          own,
          questions.map((key) => t(`questions.${key}`)),
        ).map((text) => ({ kind: 'text', text, isRecent: false }) as const)
      : tips),
  ];
}

/** Examples for a library that offers fewer than five of its own. */
const questions = ['lastWeek', 'favorites', 'github', 'documentation', 'videos'] as const;

/** Returns as many examples as there are general ones: first those about the library, then the general ones. */
export const exampleQuestions = (own: readonly string[], general: readonly string[]): string[] =>
  [...new Set([...own, ...general])].slice(0, general.length);

/** Number of remembered searches. */
const maxRecent = 6;

const listOf = (account: string) => rememberedList(`recentSearches.${account}`, maxRecent);
const searchPath = '/search?';

/** Recent searches on this device, latest first; empty if storage is not available. */
export const recentSearches = (account: string): string[] => [
  ...new Set(
    listOf(account)
      .read()
      .map((entry) =>
        // Earlier versions remembered questions as URLs.
        entry.startsWith(searchPath)
          ? parseSearch(Object.fromEntries(new URLSearchParams(entry.slice(searchPath.length)))).q
          : entry,
      ),
  ),
];

export function rememberSearch(account: string, query: string): void {
  // Words of unlocked bookmarks would stay readable after the page is reloaded or closed, which locks them.
  if (query === '' || decryptedTexts() !== noneDecrypted) return;
  listOf(account).add(query);
}

const forgetSearches = (account: string): void => listOf(account).forget();
