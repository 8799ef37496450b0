'use client';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Menu } from '@/components/common/menu';
import { buttonVariants } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { spaceQueries } from '@/lib/api/spaces';
import type { SearchResult } from '@/lib/contract/search';
import type { Space } from '@/lib/contract/spaces';
import { cn } from '@/lib/utils/cn';

interface AskToggleProps {
  isQuestion: boolean;
  onChange: (isQuestion: boolean) => void;
  /** Sets its height. */
  className: string;
}

/** Shows whether the text is read as a question, and toggles it. */
export function AskToggle({ isQuestion, onChange, className }: AskToggleProps) {
  const t = useTranslations('Search');
  return (
    <ButtonBase
      aria-pressed={isQuestion}
      title={t('ask.on')}
      className={cn(
        'inline-flex shrink-0 items-center gap-2 rounded-md border px-3 font-medium',
        isQuestion ? 'border-primary/40 bg-accent text-primary' : 'border-input bg-card hover:bg-muted',
        className,
      )}
      // The field keeps the focus, so that the text can be continued.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChange(!isQuestion)}
    >
      <Icon name="i-sparkles" />
      {t('ask.label')}
    </ButtonBase>
  );
}

const noteClass = 'mt-2 text-second text-muted-foreground';

/** A note that the text could not be parsed as a query. */
export function AsWords({ text, className }: { text: string; className?: string }) {
  const t = useTranslations('Search');
  return <p className={cn(noteClass, 'truncate', className)}>{t('asWords', { text })}</p>;
}

interface ClosestNoteProps {
  query: SearchResult['query'];
  className?: string;
}

/** Names the conditions and words of a question that were dropped, or states that not all words were found. */
export function ClosestNote({ query: { closest, dropped, droppedWords }, className }: ClosestNoteProps) {
  const t = useTranslations('Search');
  const format = useFormatter();
  if (!closest && dropped.length === 0) return null;
  const quote = (text: string) => t('quoted', { text });
  const conditions = format.list(dropped.map(({ label }) => quote(label)));
  const words = format.list(droppedWords.map(quote), { type: 'disjunction' });
  const sentences = [
    dropped.length > 0 ? t('dropped', { conditions, count: dropped.length }) : null,
    droppedWords.length > 0 ? t('droppedWords', { words }) : null,
  ].filter((sentence) => sentence !== null);
  return (
    <p role="note" className={cn(noteClass, 'wrap-anywhere', className)}>
      {sentences.length > 0 ? sentences.join(' ') : t('closest')}
    </p>
  );
}

export function useSpaces(): readonly Space[] {
  const { data = [] } = useQuery({ ...spaceQueries.list(), select: ({ content }) => content });
  return data;
}

/** Name of the default collection of a space, if those of several spaces are listed. */
export const uncategorizedOf = (
  t: ReturnType<typeof useTranslations<'Search'>>,
  spaces: readonly Space[],
  uuid: string | undefined,
): string => {
  const space = spaces.find((one) => one.uuid === uuid)?.name;
  return space === undefined ? t('uncategorized') : t('uncategorizedOf', { space });
};

interface SpaceLimitProps {
  /** Uuid of the space that the search is limited to. */
  value: string | undefined;
  onChange: (space: string | undefined) => void;
}

const all = 'all';

/** Limits a search to one space; nothing if the account has only one. */
export function SpaceLimit({ value, onChange }: SpaceLimitProps) {
  const t = useTranslations('Search');
  const spaces = useSpaces();
  if (spaces.length < 2) return null;
  const chosen = spaces.find(({ uuid }) => uuid === value);
  return (
    <Menu
      label={t('space.label')}
      labelled
      buttonClassName={buttonVariants({ className: 'max-w-44 min-w-0' })}
      entries={() => [
        {
          kind: 'choice',
          key: 'space',
          value: chosen?.uuid ?? all,
          options: [
            { value: all, label: t('space.all') },
            ...spaces.map(({ uuid, name }) => ({ value: uuid, label: name })),
          ],
          onValueChange: (next) => onChange(next === all ? undefined : next),
        },
      ]}
    >
      <Icon name="i-layers" />
      <span className="sr-only">{t('space.label')}: </span>
      <span className="truncate">{chosen?.name ?? t('space.all')}</span>
    </Menu>
  );
}

interface ConditionChipProps {
  /** Kind of the condition, if the label alone is ambiguous. */
  kind?: string;
  label: string;
  /** The label as a button. */
  children?: ReactNode;
  onRemove: () => void;
}

/** One condition of a search with its remove button: a list item. */
export function ConditionChip({ kind, label, children, onRemove }: ConditionChipProps) {
  const t = useTranslations('Search');
  return (
    <li className="inline-flex h-6.5 max-w-full min-w-0 items-center rounded-sm bg-accent text-small touch:h-9">
      {children ?? (
        <span className="min-w-0 truncate pl-2">
          {kind === undefined ? null : <span className="text-muted-foreground">{kind} </span>}
          {label}
        </span>
      )}
      <ButtonBase
        aria-label={t('removeCondition', { name: label })}
        className="grid size-6.5 shrink-0 place-items-center text-muted-foreground hover:text-foreground touch:hit"
        onClick={onRemove}
      >
        <Icon name="i-x" className="size-3.5" />
      </ButtonBase>
    </li>
  );
}
