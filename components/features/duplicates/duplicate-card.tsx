'use client';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState } from 'react';
import type { RowDates } from '@/components/common/row-dates';
import { CollectionChip, collectionName } from '@/components/entities/collection-chip';
import { Choices, hasChoices } from '@/components/features/duplicates/choices';
import {
  mergeBody,
  offerOf,
  settled,
  suggestKeep,
  type MergeChoice,
} from '@/components/features/duplicates/merge-choice';
import { useMerge } from '@/components/features/duplicates/use-merge';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';
import { readableUrl } from '@/lib/domain/readable-path';
import { parseTags } from '@/lib/domain/tags';
import { cn } from '@/lib/utils/cn';
import { isolate } from '@/lib/utils/isolate';

interface CopyCardProps {
  bookmark: Bookmark;
  dates: RowDates;
  defaultCollection: string | undefined;
  /** Name of the radio group. */
  group: string;
  isKept: boolean;
  onKeep: () => void;
}

/** One of the bookmarks of a page, with all fields in which it can differ from the others. */
function CopyCard({ bookmark, dates, defaultCollection, group, isKept, onKeep }: CopyCardProps) {
  const t = useTranslations('Duplicates');
  const { title, url, visits, createdAt, lastAccessedAt, favorite, broken } = bookmark;
  const address = <span className="wrap-anywhere">{readableUrl(url ?? '')}</span>;
  return (
    <div
      className={cn(
        'flex min-w-0 flex-col rounded-lg border bg-card p-3',
        isKept && 'border-primary shadow-[inset_0_0_0_1px_var(--accent)]',
      )}
    >
      <div className="mb-1.5 flex min-h-5 items-center justify-between gap-2">
        <label className="flex cursor-pointer items-center gap-2 text-second text-muted-foreground touch:hit">
          <input type="radio" name={group} checked={isKept} onChange={onKeep} className="accent-(--accent)" />
          <span className={isKept ? 'font-medium text-primary' : undefined}>
            {t(isKept ? 'stays' : 'keepThis')}
            <span className="sr-only"> {readableUrl(url ?? '')}</span>
          </span>
        </label>
        <span className="flex items-center gap-1.5">
          {broken ? (
            <span
              role="img"
              aria-label={t('broken')}
              title={t('broken')}
              className="icon i-unlink size-3.5 text-warning"
            />
          ) : null}
          {favorite ? (
            <span role="img" aria-label={t('favorite')} className="icon i-solid-star text-primary" />
          ) : null}
        </span>
      </div>
      <p dir="auto" className={cn('line-clamp-2 font-medium wrap-anywhere', !title && 'text-faint')}>
        {title || t('untitled')}
      </p>
      <p className="mt-0.5 text-second text-muted-foreground">
        {isLiveUrl(url) && url !== null ? (
          <a href={url} target="_blank" rel="noopener noreferrer" className="hover:underline">
            {address}
          </a>
        ) : (
          address
        )}
      </p>
      <p className="mt-2 text-caption text-muted-foreground">
        {t('saved', { date: dates.day(createdAt) })}
        {' · '}
        {t('visits', { count: visits })}
        {visits > 0 && lastAccessedAt !== null
          ? `, ${t('lastVisit', { date: dates.day(lastAccessedAt) })}`
          : ''}
      </p>
      <CopyLabels bookmark={bookmark} defaultCollection={defaultCollection} />
    </div>
  );
}

function CopyLabels({ bookmark, defaultCollection }: Pick<CopyCardProps, 'bookmark' | 'defaultCollection'>) {
  const t = useTranslations('Duplicates');
  const tags = parseTags(bookmark.tags);
  return (
    <p className="mt-2 flex flex-wrap items-center gap-1">
      {bookmark.collections.map(({ uuid, name, color, icon }) => {
        const isDefault = uuid === defaultCollection;
        return (
          <CollectionChip
            key={uuid}
            name={collectionName({ name, isDefault }, t('uncategorized'))}
            color={isDefault ? null : color}
            icon={icon}
          />
        );
      })}
      {tags.length === 0 ? null : (
        <span className="inline-flex min-w-0 items-center gap-1.5 px-1 text-caption text-muted-foreground">
          <Icon name="i-tag" className="size-3 text-faint" />
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {tags.join(', ')}
          </span>
        </span>
      )}
    </p>
  );
}

interface DuplicateCardProps {
  bookmarks: readonly Bookmark[];
  defaultCollection: string | undefined;
  dates: RowDates;
}

/** Number of copies shown side by side before the others have to be expanded. */
const shownCopies = 6;

/** The bookmarks of one page side by side, to be merged. */
export function DuplicateCard({ bookmarks, defaultCollection, dates }: DuplicateCardProps) {
  const t = useTranslations('Duplicates');
  const id = useId();
  const card = useRef<HTMLLIElement>(null);
  const [state, setState] = useState<'open' | 'skipped' | 'merged'>('open');
  const [choice, setChoice] = useState<MergeChoice>(() => ({ keep: suggestKeep(bookmarks) }));
  const [isAdjusting, setAdjusting] = useState(false);
  const merge = useMerge({ onBack: () => setState('open') });
  const offer = offerOf(bookmarks, defaultCollection);
  const outcome = settled(bookmarks, choice, offer);
  const title = outcome.title || (bookmarks[0]?.url ?? t('untitled'));

  const leave = (next: 'skipped' | 'merged') => {
    focusNeighbor(card.current);
    setState(next);
  };
  if (state === 'merged') return null;
  if (state === 'skipped') return <Skipped title={title} onShow={() => setState('open')} />;
  return (
    <li ref={card} className="border-b py-5 last:border-b-0">
      <h2 className="mb-3 text-body font-medium wrap-anywhere">
        {t('group', { title: isolate(title), count: bookmarks.length })}
      </h2>
      <Copies
        {...{ bookmarks, dates, defaultCollection }}
        group={id}
        keep={choice.keep}
        onKeep={(keep) => setChoice((now) => ({ ...now, keep }))}
      />
      {isAdjusting ? (
        <Choices
          id={`${id}-choices`}
          offer={offer}
          settled={outcome}
          onChange={(change) => setChoice((now) => ({ ...now, ...change }))}
          dates={dates}
        />
      ) : null}
      <GroupActions
        count={bookmarks.length}
        choicesId={hasChoices(offer) ? `${id}-choices` : null}
        isAdjusting={isAdjusting}
        onAdjust={() => setAdjusting(!isAdjusting)}
        onMerge={() => {
          leave('merged');
          void merge(mergeBody(bookmarks, choice, offer));
        }}
        onSkip={() => leave('skipped')}
      />
    </li>
  );
}

interface GroupActionsProps {
  count: number;
  /** Id of the part that chooses what is kept; null if there is nothing to choose. */
  choicesId: string | null;
  isAdjusting: boolean;
  onAdjust: () => void;
  onMerge: () => void;
  onSkip: () => void;
}

function GroupActions({ count, choicesId, isAdjusting, onAdjust, onMerge, onSkip }: GroupActionsProps) {
  const t = useTranslations('Duplicates');
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button data-merge="" onClick={onMerge}>
        <Icon name="i-merge" />
        {t('merge', { count })}
      </Button>
      <Button variant="ghost" onClick={onSkip}>
        {t('skip')}
      </Button>
      {choicesId === null ? null : (
        <Button
          variant="ghost"
          aria-expanded={isAdjusting}
          aria-controls={isAdjusting ? choicesId : undefined}
          onClick={onAdjust}
        >
          {t('adjust')}
          <Icon name={isAdjusting ? 'i-chevron-up' : 'i-chevron-down'} />
        </Button>
      )}
    </div>
  );
}

interface CopiesProps extends DuplicateCardProps {
  group: string;
  keep: string;
  onKeep: (uuid: string) => void;
}

function Copies({ bookmarks, dates, defaultCollection, group, keep, onKeep }: CopiesProps) {
  const t = useTranslations('Duplicates');
  const [isWhole, setWhole] = useState(bookmarks.length <= shownCopies);
  const shown = isWhole
    ? bookmarks
    : bookmarks.filter(({ uuid }, index) => index < shownCopies || uuid === keep);
  return (
    <>
      <div
        role="radiogroup"
        aria-label={t('keepLabel')}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3"
      >
        {shown.map((bookmark) => (
          <CopyCard
            key={bookmark.uuid}
            {...{ bookmark, dates, defaultCollection, group }}
            isKept={bookmark.uuid === keep}
            onKeep={() => onKeep(bookmark.uuid)}
          />
        ))}
      </div>
      {isWhole ? null : (
        <Button variant="link" size="inline" className="mt-2" onClick={() => setWhole(true)}>
          {t('showMore', { count: bookmarks.length - shown.length })}
        </Button>
      )}
    </>
  );
}

function Skipped({ title, onShow }: { title: string; onShow: () => void }) {
  const t = useTranslations('Duplicates');
  return (
    <li className="flex min-h-11 items-center justify-between gap-3 border-b text-muted-foreground last:border-b-0">
      <span className="min-w-0 truncate">{t('skipped', { title: isolate(title) })}</span>
      <Button variant="ghost" size="sm" data-merge="" onClick={onShow}>
        {t('showAgain')}
      </Button>
    </li>
  );
}

/** Before a group is removed, the focus moves to the next one, so that the user can continue there. */
function focusNeighbor(card: HTMLElement | null): void {
  const neighbor = card?.nextElementSibling ?? card?.previousElementSibling;
  const stop = neighbor?.querySelector<HTMLElement>('[data-merge]') ?? document.getElementById('content');
  stop?.focus();
}
