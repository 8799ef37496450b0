'use client';

import { useTranslations } from 'next-intl';
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
  const { result, isCurrent, isQuestion, plan, change } = page;
  if (result === undefined) return null;
  const { text, chips, parsed } = result.query;
  const query = editedQuery(text);
  const shown = chips.flatMap((chip, index) => {
    const own = query.chips[index];
    return chip.field === 'sort' || own === undefined ? [] : [{ chip, own }];
  });
  const words = isQuestion && shown.length > 0 ? query.words : '';
  const canSave = plan === 'pro' && parsed && text !== '';
  if (shown.length === 0 && !canSave) return null;
  return (
    <div className={cn('mt-3 flex min-h-7 flex-wrap items-center gap-2', !isCurrent && 'opacity-60')}>
      {isQuestion && shown.length > 0 ? (
        <span className="text-second text-muted-foreground">{t('understood')}</span>
      ) : null}
      <ul aria-label={t('conditions')} className="contents">
        {words === '' ? null : (
          <ConditionChip kind={t('words')} label={words} onRemove={() => change(query.withoutWords())} />
        )}
        {shown.map(({ chip, own }) => (
          <ConditionChip
            key={`${chip.field} ${chip.op} ${chip.value}`}
            label={chip.label}
            onRemove={() => change(query.withoutChip(own))}
          >
            <ChipMenu label={chip.label} chip={own} query={query} onChange={change} />
          </ConditionChip>
        ))}
      </ul>
      {isQuestion && shown.length > 0 ? (
        <Button variant="link" size="inline" className="text-second" onClick={() => change(page.search.q)}>
          {t('ways.words')}
        </Button>
      ) : null}
      {canSave ? (
        <Button
          variant="link"
          size="inline"
          className="ml-auto text-second"
          onClick={() => onSaveQuery(text)}
        >
          {t('saveSmart')}
        </Button>
      ) : null}
    </div>
  );
}
