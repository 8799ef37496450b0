'use client';
import { useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { Menu } from '@/components/common/menu';
import { countsOf, firstClosest, type Ranked } from '@/lib/api/closeness';
import { hasExclusion } from '@/components/features/search/query-text';
import { helpPath } from '@/components/features/search/search-address';
import { buttonVariants } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { spaceQueries } from '@/lib/api/spaces';
import type { Space } from '@/lib/contract/spaces';
import { cn } from '@/lib/utils/cn';
import { isolate } from '@/lib/utils/isolate';

const noteClass = 'mt-2 text-second text-muted-foreground';

/** A note that the text could not be parsed as a query. */
export function AsWords({ text, className }: { text: string; className?: string }) {
  const t = useTranslations('Search');
  return <p className={cn(noteClass, 'truncate', className)}>{t('asWords', { text })}</p>;
}

interface ClosestNoteProps {
  result: Ranked;
  /** Whether a heading above the results says that they are the closest ones. */
  hasHeading?: boolean;
  className?: string;
}

/** Names the conditions and words that no result has, and states if no bookmark has all of the query. */
export function ClosestNote({ result, hasHeading = false, className }: ClosestNoteProps) {
  const t = useTranslations('Search');
  const format = useFormatter();
  const { dropped, droppedWords } = result.query;
  const areAllClosest = firstClosest(result) === 0;
  const quote = (text: string) => t('quoted', { text });
  const conditions = format.list(dropped.map(({ label }) => quote(label)));
  const words = format.list(droppedWords.map(quote), { type: 'disjunction' });
  const reasons = [
    dropped.length > 0 ? t('dropped', { conditions, count: dropped.length }) : null,
    droppedWords.length > 0 ? t('droppedWords', { words }) : null,
  ].filter((reason) => reason !== null);
  // Without results, the title names the words.
  if (result.bookmarks.length === 0 || (reasons.length === 0 && !areAllClosest)) return null;
  return (
    <p role="note" className={cn(noteClass, 'wrap-anywhere', className)}>
      {[
        ...(reasons.length > 0 ? reasons : [t('onlyClosest')]),
        ...(areAllClosest && !hasHeading ? [t('comeClosest')] : []),
      ].join(' ')}
    </p>
  );
}

interface NothingTitleProps {
  query: string;
  result: Ranked;
}

/** Most words that a title names. */
const namedWords = 3;

/** Title of a search without results: the words that no bookmark has, unless they may be in excluded ones. */
export function NothingTitle({ query, result }: NothingTitleProps) {
  const t = useTranslations('Search');
  const format = useFormatter();
  const missing = result.query.droppedWords;
  if (missing.length === 0 || missing.length > namedWords || hasExclusion(result.query)) {
    return t('nothing', { query: isolate(query) });
  }
  const words = format.list(
    missing.map((word) => t('quoted', { text: isolate(word) })),
    { type: 'disjunction' },
  );
  return t('nothingHas', { count: missing.length, words });
}

/** Number of results: those that match everything, and the closest ones. */
export function ResultCount({ result, isSentence = false }: { result: Ranked; isSentence?: boolean }) {
  const t = useTranslations('Search');
  const { full, closest, isEstimated } = countsOf(result);
  const matches = t(isEstimated ? 'aboutCount' : isSentence ? 'found' : 'resultCount', { count: full });
  if (closest === 0) return matches;
  return full === 0
    ? t('closeCount', { count: closest })
    : `${matches} · ${t('moreClose', { count: closest })}`;
}

interface HelpLinkProps {
  className?: string;
  onFollow?: () => void;
}

/** Leads to the page that explains the search. */
export function HelpLink({ className, onFollow }: HelpLinkProps) {
  const t = useTranslations('Search');
  return (
    <AppLink
      href={helpPath() as Route}
      prefetch={false}
      className={cn('touch:hit hover:text-foreground hover:underline', className)}
      onClick={() => onFollow?.()}
    >
      {t('help')}
    </AppLink>
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
