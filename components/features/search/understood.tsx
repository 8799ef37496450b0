'use client';

import { useTranslations } from 'next-intl';
import { AsWords, ClosestNote } from '@/components/features/search/as-words';
import { ConditionChip } from '@/components/features/search/condition-chip';
import { editedQuery } from '@/components/features/search/query-text';
import type { Search } from '@/components/features/search/use-search';
import { cn } from '@/lib/utils/cn';
import type { Plan } from '@/lib/contract/schemas/account';

interface UnderstoodProps {
  search: Search;
  plan: Plan;
  /** The query without what was removed. */
  onChange: (text: string) => void;
  onSave: (query: string) => void;
}

/** Under the field: what the text was taken for. Each condition can be removed, and all of it be kept. */
export function Understood({ search, plan, onChange, onSave }: UnderstoodProps) {
  const t = useTranslations('Search');
  const { result, isAsked } = search;
  if (!isAsked || result === undefined) return null;
  const { text, chips, parsed, closest, dropped } = result.query;
  if (!parsed) return <AsWords text={search.query} className="mt-0 border-b px-4 py-2" />;
  const note = search.isCurrent ? <ClosestNote query={result.query} className="mt-0 basis-full" /> : null;
  if (chips.length === 0) {
    return note && (closest || dropped.length > 0) ? <div className="border-b px-4 py-2">{note}</div> : null;
  }
  const query = editedQuery(text);
  const words = search.mode === 'ask' ? query.words() : '';
  return (
    <div
      className={cn(
        'flex max-h-40 flex-wrap items-center gap-2 overflow-y-auto border-b px-4 py-2.5',
        !search.isCurrent && 'opacity-60',
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
        {search.mode === 'ask' ? (
          <LinkButton onPress={() => search.put(search.text, 'words')}>{t('ways.words')}</LinkButton>
        ) : null}
        {plan === 'pro' && !closest ? (
          <LinkButton onPress={() => onSave(text)}>{t('saveSmart')}</LinkButton>
        ) : null}
      </span>
      {note}
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
