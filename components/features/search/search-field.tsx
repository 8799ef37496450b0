'use client';

import { useTranslations } from 'next-intl';
import type { KeyboardEvent } from 'react';
import type { Search } from '@/components/features/search/use-search';
import { Icon } from '@/components/ui/icon';

interface SearchFieldProps {
  id: string;
  search: Search;
  isListed: boolean;
  activeIndex: number;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** The field at the top of the modal, with the collection that it is narrowed to. */
export function SearchField({ id, search, isListed, activeIndex, onType, onKeyDown }: SearchFieldProps) {
  const t = useTranslations('Search');
  const { filter, nameOf } = search;
  return (
    <div className="flex min-h-14 items-center gap-2.5 border-b px-4 max-md:pr-14">
      <Icon name="i-search" />
      {filter ? (
        <span className="inline-flex h-[26px] max-w-44 shrink-0 items-center gap-1.5 rounded-sm bg-accent pl-2 text-small">
          <span className="dot" style={{ background: `#${filter.color}` }} />
          <span className="truncate">{nameOf(filter)}</span>
          <button
            type="button"
            aria-label={t('removeFilter', { name: nameOf(filter) })}
            className="grid size-6.5 place-items-center text-muted-foreground hover:text-foreground touch:hit"
            onClick={() => search.setFilter(null)}
          >
            <Icon name="i-x" className="size-3.5" />
          </button>
        </span>
      ) : null}
      <input
        id={`${id}-field`}
        role="combobox"
        aria-label={t('title')}
        aria-expanded={isListed}
        aria-controls={isListed ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        className="h-14 min-w-0 flex-1 bg-transparent text-reader caret-primary outline-none placeholder:text-faint"
        placeholder={t('placeholder')}
        value={search.text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
