'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { ChipMenu } from '@/components/features/search/chip-menu';
import { ConditionChip } from '@/components/features/search/condition-chip';
import { editedQuery } from '@/components/features/search/query-text';
import type { PageSearch } from '@/components/features/search/use-page-search';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/utils/cn';

interface QueryChipsProps {
  page: PageSearch;
  onSaveQuery: (query: string) => void;
}

/** The conditions of the search, each of which can be changed or removed; the order has its menu, words the field. */
export function QueryChips({ page, onSaveQuery }: QueryChipsProps) {
  const t = useTranslations('Search');
  const row = useRef<HTMLDivElement>(null);
  const { result, isCurrent, isQuestion, plan } = page;
  if (result === undefined) return null;
  const { text, chips, parsed, closest } = result.query;
  const query = editedQuery(text);
  const shown = chips.flatMap((chip, index) => {
    const own = query.chips[index];
    return chip.field === 'sort' || own === undefined ? [] : [{ chip, own }];
  });
  const words = isQuestion && shown.length > 0 ? query.words() : '';
  const change = (next: string) => {
    // The button that was pressed goes; the focus stays where it was.
    row.current?.focus();
    page.change(next);
  };
  // A smart collection has only what matches all of its query.
  const canSave = plan === 'pro' && parsed && text !== '' && !closest;
  if (shown.length === 0 && !canSave) return null;
  return (
    <div
      ref={row}
      tabIndex={-1}
      className={cn(
        'mt-3 flex min-h-7 flex-wrap items-center gap-2 outline-none',
        !isCurrent && 'opacity-60',
      )}
    >
      {isQuestion && shown.length > 0 ? (
        <span className="text-second text-muted-foreground">{t('understood')}</span>
      ) : null}
      <ul aria-label={t('conditions')} className="contents">
        {words === '' ? null : (
          <ConditionChip kind={t('words')} label={words} onRemove={() => change(query.withoutWords())} />
        )}
        {shown.map(({ chip, own }) => (
          <ConditionChip
            key={`${own.index} ${chip.field} ${chip.op} ${chip.value}`}
            label={chip.label}
            onRemove={() => change(query.withoutChip(own))}
          >
            <ChipMenu label={chip.label} chip={own} query={query} onChange={change} />
          </ConditionChip>
        ))}
      </ul>
      {isQuestion && shown.length > 0 ? (
        <ChipLink onPress={() => change(page.search.q)}>{t('ways.words')}</ChipLink>
      ) : null}
      {canSave ? (
        <ChipLink className="ml-auto" onPress={() => onSaveQuery(text)}>
          {t('saveSmart')}
        </ChipLink>
      ) : null}
    </div>
  );
}

interface ChipLinkProps {
  onPress: () => void;
  className?: string;
  children: string;
}

const ChipLink = ({ onPress, className, children }: ChipLinkProps) => (
  <Button variant="link" size="inline" className={cn('text-second', className)} onClick={onPress}>
    {children}
  </Button>
);
