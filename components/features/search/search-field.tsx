'use client';

import { useTranslations } from 'next-intl';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { AskToggle } from '@/components/features/search/ask-toggle';
import { SpaceLimit } from '@/components/features/search/space-limit';
import type { Search } from '@/components/features/search/use-search';
import { privateInput } from '@/components/common/private-input';
import { Icon } from '@/components/ui/icon';
import { limits } from '@/lib/contract/limits';
import type { Plan } from '@/lib/contract/schemas/account';

interface SearchFieldProps {
  id: string;
  search: Search;
  plan: Plan;
  isListed: boolean;
  activeIndex: number;
  onType: (text: string, caret: number) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** The field at the top of the modal. */
export function SearchField({
  id,
  search,
  plan,
  isListed,
  activeIndex,
  onType,
  onKeyDown,
}: SearchFieldProps) {
  const t = useTranslations('Search');
  const input = useRef<HTMLInputElement>(null);
  const { text, caret } = search;
  useLayoutEffect(() => {
    // A chosen name puts the caret behind itself; what is typed has it there already.
    const field = input.current;
    if (field && document.activeElement === field && field.selectionEnd !== caret) {
      field.setSelectionRange(caret, caret);
    }
    // The caret follows a text that was put there, not every move of its own.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as said
  }, [text]);
  const caretOf = (field: HTMLInputElement) => field.selectionEnd ?? field.value.length;
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-2.5 border-b px-4">
      <div className="flex min-w-0 flex-1 items-center gap-2.5 max-md:basis-full max-md:pr-10">
        <Icon name={search.mode === 'ask' ? 'i-sparkles' : 'i-search'} className="text-muted-foreground" />
        <input
          ref={input}
          id={`${id}-field`}
          role="combobox"
          aria-label={t('title')}
          aria-expanded={isListed}
          aria-controls={isListed ? id : undefined}
          aria-autocomplete="list"
          aria-activedescendant={activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
          {...privateInput}
          enterKeyHint="search"
          maxLength={limits.queryLength}
          className="h-14 min-w-0 flex-1 bg-transparent text-reader caret-primary outline-none placeholder:text-faint"
          placeholder={t('placeholder')}
          value={text}
          onChange={({ target }) => onType(target.value, caretOf(target))}
          onSelect={({ currentTarget }) => search.moveCaret(caretOf(currentTarget), currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="flex items-center gap-2 empty:hidden max-md:pb-3">
        <SpaceLimit value={search.space} onChange={search.limit} />
        {plan === 'pro' ? (
          <AskToggle
            isQuestion={search.mode === 'ask'}
            onChange={search.ask}
            className="relative h-8 touch:hit"
          />
        ) : null}
      </div>
    </div>
  );
}
