'use client';
import { useTranslations } from 'next-intl';
import { useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { privateInput } from '@/components/common/private-input';
import {
  AsWords,
  ClosestNote,
  ConditionChip,
  HelpLink,
  SpaceLimit,
} from '@/components/features/search/search-controls';
import { hasMatches } from '@/lib/api/closeness';
import { editedQuery, isInterpreted } from '@/components/features/search/query-text';
import { SearchBody } from '@/components/features/search/search-body';
import type { Search } from '@/components/features/search/use-search';
import { useSearchModal, type SearchModalProps } from '@/components/features/search/use-search-modal';
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { Kbd } from '@/components/ui/kbd';
import type { Plan } from '@/lib/contract/account';
import { limits } from '@/lib/contract/limits';
import { hasFeature } from '@/lib/domain/plans';
import { cn } from '@/lib/utils/cn';

interface SearchFieldProps {
  id: string;
  search: Search;
  isListed: boolean;
  activeIndex: number;
  onType: (text: string, caret: number) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** The field at the top of the modal. */
function SearchField({ id, search, isListed, activeIndex, onType, onKeyDown }: SearchFieldProps) {
  const t = useTranslations('Search');
  const input = useRef<HTMLInputElement>(null);
  const { text, caret } = search;
  useLayoutEffect(() => {
    // A chosen name moves the caret behind it; for typed text it is there already.
    const field = input.current;
    if (field && document.activeElement === field && field.selectionEnd !== caret) {
      field.setSelectionRange(caret, caret);
    }
    // The caret is set after the text was replaced, not after every caret move.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as said
  }, [text]);
  const caretOf = (field: HTMLInputElement) => field.selectionEnd ?? field.value.length;
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-2.5 border-b px-4">
      <div className="flex min-w-0 flex-1 items-center gap-2.5 max-md:basis-full max-md:pr-10">
        <Icon name="i-search" className="text-muted-foreground" />
        <input
          ref={input}
          id={`${id}-field`}
          dir="auto"
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
      </div>
    </div>
  );
}

/** The keyboard shortcuts of the modal, on devices with a keyboard, and the help. */
function SearchKeys({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations('Search');
  return (
    <footer className="flex h-9.5 items-center gap-4 border-t bg-muted px-4 text-caption text-muted-foreground max-md:hidden">
      <span className="flex items-center gap-1.5">
        <Kbd>{'↑'}</Kbd>
        <Kbd>{'↓'}</Kbd> {t('keys.move')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>{'Enter'}</Kbd> {t('keys.open')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>{'@'}</Kbd> {t('keys.collection')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>{'#'}</Kbd> {t('keys.tag')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>{'Esc'}</Kbd> {t('keys.close')}
      </span>
      <HelpLink className="ml-auto" onFollow={onLeave} />
    </footer>
  );
}

interface UnderstoodProps {
  search: Search;
  plan: Plan;
  /** Called with the query without the removed condition, or with the text whose words are searched as typed. */
  onChange: (text: string, isLiteral?: boolean) => void;
  onSave: (query: string) => void;
}

/** Below the field: the interpretation of the text. Each condition can be removed, and the whole can be saved. */
function Understood({ search, plan, onChange, onSave }: UnderstoodProps) {
  const t = useTranslations('Search');
  const { result, isLongEnough } = search;
  if (!isLongEnough || result === undefined) return null;
  const { text, chips, parsed } = result.query;
  if (!parsed) return <AsWords text={search.query} className="mt-0 border-b px-4 py-2" />;
  if (chips.length === 0)
    return <ClosestNote hasHeading result={result} className="mt-0 border-b px-4 py-2" />;
  const query = editedQuery(text);
  const isUnderstood = search.mode === 'ask' && isInterpreted(search.query, result.query);
  const words = isUnderstood ? query.words() : '';
  return (
    <div
      className={cn(
        'flex max-h-40 flex-wrap items-center gap-2 overflow-y-auto border-b px-4 py-2.5',
        !search.isCurrent && !search.isOffline && 'opacity-60',
      )}
    >
      <span className="text-second text-muted-foreground">{t('understood')}</span>
      <ul aria-label={t('understood')} className="contents">
        {words === '' ? null : (
          <ConditionChip kind={t('words')} label={words} onRemove={() => onChange(query.withoutWords())} />
        )}
        {chips.map((chip, index) => {
          const own = query.chips[index];
          return own ? (
            <ConditionChip
              key={`${own.index} ${chip.field} ${chip.op} ${chip.value}`}
              label={chip.label}
              onRemove={() => onChange(query.withoutChip(own))}
            />
          ) : null;
        })}
      </ul>
      <span className="ml-auto flex flex-wrap gap-x-4 gap-y-1">
        {isUnderstood ? (
          <LinkButton onPress={() => onChange(search.text, true)}>{t('alternatives.words')}</LinkButton>
        ) : null}
        {hasFeature(plan, 'smart') && hasMatches(result) ? (
          <LinkButton onPress={() => onSave(text)}>{t('saveSmart')}</LinkButton>
        ) : null}
      </span>
      <ClosestNote hasHeading result={result} className="mt-0 basis-full" />
    </div>
  );
}

function LinkButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      className="text-second font-medium text-primary hover:underline touch:hit"
      onClick={onPress}
    >
      {children}
    </button>
  );
}

/** Search while typing. Closing clears it; Enter without a selection opens the page with all results. */
export function SearchModal(props: SearchModalProps) {
  const t = useTranslations('Search');
  const id = useId();
  const modal = useSearchModal(props);
  const { search, options, chosen, plan } = modal;
  const focusField = () => document.getElementById(`${id}-field`)?.focus();
  return (
    <Dialog open={props.open} onOpenChange={modal.change}>
      <DialogContent
        closeLabel={t('close')}
        width="lg"
        aria-describedby={undefined}
        className="max-md:h-[92dvh]"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          focusField();
        }}
      >
        <DialogTitle className="sr-only">{t('title')}</DialogTitle>
        <SearchField
          id={id}
          search={search}
          isListed={options.length > 0}
          activeIndex={chosen}
          onType={modal.type}
          onKeyDown={modal.handleKeyDown}
        />
        <Understood
          search={search}
          plan={plan}
          onSave={modal.save}
          onChange={(text, isLiteral) => {
            search.put(text, isLiteral);
            focusField();
          }}
        />
        <SearchBody
          id={id}
          search={search}
          options={options}
          active={chosen}
          isStart={modal.isStart}
          plan={plan}
          onChoose={modal.pick}
          onLeave={() => modal.change(false)}
          onForget={modal.forget}
        />
        <SearchKeys onLeave={() => modal.change(false)} />
      </DialogContent>
    </Dialog>
  );
}
