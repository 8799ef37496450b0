'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { AppLink } from '@/components/common/app-link';
import { ModKey } from '@/components/common/mod-key';
import { LockedMessage } from '@/components/features/search/locked-message';
import { NameOptions } from '@/components/features/search/name-options';
import {
  optionKey,
  optionProps,
  type SearchListProps,
  type SearchOption,
} from '@/components/features/search/search-option';
import { SearchResults } from '@/components/features/search/search-results';
import type { Search } from '@/components/features/search/use-search';
import { AlternativeOptions } from '@/components/features/search/alternatives';
import { HelpLink, NothingTitle, ResultCount } from '@/components/features/search/search-controls';
import { Badge } from '@/components/ui/badge';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import type { Plan } from '@/lib/contract/account';
import { hasFeature } from '@/lib/domain/plans';
import { cn } from '@/lib/utils/cn';

/** Placeholder of the size of the results while they load. */
function SearchSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="px-2 pt-2 pb-3">
      <Skeleton className="mx-2 my-2 h-3 w-24" />
      {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
        <div key={width} className="row">
          <Skeleton className="size-7 rounded-tile" />
          <div className="row-text">
            <Skeleton className={`my-[3px] h-3.5 ${width}`} />
            <Skeleton className="my-[3px] h-3 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Search features of the Pro plan, with a link. */
function ProBanner({ onFollow }: { onFollow: () => void }) {
  const t = useTranslations('Search');
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border p-3">
      <div className="min-w-52 flex-1">
        <p className="flex items-center gap-2 font-medium">
          {t('banner.title')}
          <Badge tone="accent">{t('pro')}</Badge>
        </p>
        <p className="mt-0.5 text-second text-pretty text-muted-foreground">{t('banner.text')}</p>
      </div>
      <AppLink
        href="/settings/subscription?plan=pro"
        prefetch={false}
        className={buttonVariants({ variant: 'primary' })}
        onClick={onFollow}
      >
        {t('banner.upgrade')}
      </AppLink>
    </div>
  );
}

/**
 * Below the suggestions: the shortcut that opens the search, the help, and the button that clears the recent searches.
 */
function SearchTips({ onForget, onLeave }: { onForget: (() => void) | null; onLeave: () => void }) {
  const t = useTranslations('Search');
  return (
    <div className="mt-5 flex items-end justify-between gap-4 text-second text-muted-foreground">
      <p className="flex items-center gap-2 max-md:hidden">
        <ModKey letter="K" /> {t('tips.shortcut')}
      </p>
      <HelpLink className="md:hidden" onFollow={onLeave} />
      {onForget === null ? null : (
        <button type="button" className="touch:hit hover:text-foreground hover:underline" onClick={onForget}>
          {t('forget')}
        </button>
      )}
    </div>
  );
}

interface SearchStartProps extends SearchListProps {
  plan: Plan;
  onLeave: () => void;
  onForget: () => void;
}

const lineClass = '-mx-2 flex min-h-8 items-center gap-2.5 rounded-md px-2 hover:bg-muted touch:min-h-11';

/** Shown before anything is typed: recent searches, and example questions and filters. */
function SearchStart({ plan, onLeave, onForget, ...list }: SearchStartProps) {
  const t = useTranslations('Search');
  const recent = list.options.filter((option) => option.kind === 'text').filter(({ isRecent }) => isRecent);
  const starts = list.options.slice(recent.length);
  const canAsk = hasFeature(plan, 'ask');
  const startsLabel = t(canAsk ? 'examplesLabel' : 'tips.label');
  return (
    <div className="px-4 py-4">
      <div {...(list.options.length > 0 && { role: 'listbox', id: list.id, 'aria-label': t('suggestions') })}>
        {recent.length === 0 ? null : (
          <div role="group" aria-label={t('recent')} className="mb-4">
            <p aria-hidden="true" className="mb-1 text-caption font-medium text-muted-foreground">
              {t('recent')}
            </p>
            {recent.map((option, index) => (
              <TextOption
                key={optionKey(option)}
                {...{ list, option, index }}
                icon="i-history"
                className={lineClass}
              />
            ))}
          </div>
        )}
        <div {...(starts.length > 0 && { role: 'group', 'aria-label': startsLabel })}>
          <p className="font-serif text-panel font-semibold">{t(canAsk ? 'askHeading' : 'tryHeading')}</p>
          <p className="mt-0.5 mb-3 text-pretty text-muted-foreground">{t(canAsk ? 'askText' : 'tryText')}</p>
          <div>
            {starts.map((option, index) => (
              <TextOption
                key={index}
                {...{ list, option, index: recent.length + index }}
                icon={canAsk ? 'i-sparkles' : undefined}
                className={lineClass}
              />
            ))}
          </div>
        </div>
      </div>
      {canAsk ? null : <ProBanner onFollow={onLeave} />}
      <SearchTips onForget={recent.length > 0 ? onForget : null} onLeave={onLeave} />
    </div>
  );
}

interface TextOptionProps {
  list: SearchListProps;
  option: SearchOption;
  index: number;
  icon: `i-${string}` | undefined;
  className: string;
}

function TextOption({ list, option, index, icon, className }: TextOptionProps) {
  if (option.kind !== 'text') return null;
  const { text, detail } = option;
  return (
    <div
      {...optionProps(list, option, index)}
      className={cn('cursor-default', className, index === list.active && 'bg-accent')}
    >
      {icon ? <Icon name={icon} className="size-3.5 shrink-0 text-muted-foreground" /> : null}
      {detail === undefined ? (
        <span dir="auto" className="truncate">
          {text}
        </span>
      ) : (
        <>
          <code className="rounded-sm border bg-muted px-1.5 font-sans text-caption">{text}</code>
          <span className="min-w-0 truncate text-second text-muted-foreground">{detail}</span>
        </>
      )}
    </div>
  );
}

interface SearchBodyProps extends SearchListProps {
  search: Search;
  isStart: boolean;
  plan: Plan;
  /** Called when a link in it is followed. */
  onLeave: () => void;
  onForget: () => void;
}

/** Content below the field: suggestions, names, placeholders, results, or why there are none and what to do. */
export function SearchBody({ search, isStart, plan, onLeave, onForget, ...list }: SearchBodyProps) {
  const t = useTranslations('Search');
  const { result } = search;
  const isFound = list.options.some(({ kind }) => kind === 'bookmark' || kind === 'collection');
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scroller.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [list.active]);

  const content = () => {
    if (isStart) return <SearchStart plan={plan} onLeave={onLeave} onForget={onForget} {...list} />;
    if (search.isCompleting) return <NameOptions {...list} />;
    if (search.isPending) return <SearchSkeleton label={t('pending')} />;
    if (search.isError) return <Failed onRetry={search.retry} />;
    if (result === undefined) return <Offline />;
    return isFound ? (
      <SearchResults search={search} result={result} {...list} />
    ) : (
      <Nothing search={search} result={result} onLeave={onLeave} {...list} />
    );
  };
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain md:max-h-[60dvh]">
      {search.isOffline && result !== undefined ? <Offline /> : null}
      {content()}
      <p role="status" className="sr-only">
        {search.isCurrent && search.isLongEnough && !search.isCompleting && result ? (
          <ResultCount result={result} isSentence />
        ) : null}
      </p>
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('Search');
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      {t('failed')}
      <Button onClick={onRetry}>{t('retry')}</Button>
    </div>
  );
}

/** A search needs the network; results of an earlier text stay below. */
function Offline() {
  const t = useTranslations('Search');
  return (
    <p role="status" className="border-b px-4 py-2.5 text-second text-pretty text-muted-foreground">
      {t('offline.text')}
    </p>
  );
}

interface NothingProps extends SearchListProps {
  search: Search;
  result: NonNullable<Search['result']>;
  onLeave: () => void;
}

function Nothing({ search, result, onLeave, ...list }: NothingProps) {
  const t = useTranslations('Search');
  const tips = list.options.flatMap((option, index) => (option.kind === 'text' ? [{ option, index }] : []));
  return (
    <div className="px-4 pt-8 pb-4">
      <p
        dir="auto"
        className="line-clamp-2 text-center font-serif text-panel font-semibold text-balance wrap-anywhere"
      >
        <NothingTitle query={search.query} result={result} />
      </p>
      <p className="mt-1 mb-5 text-center text-muted-foreground">{t('nothingHint')}</p>
      <div role="listbox" id={list.id} aria-label={t('alternatives.label')}>
        <AlternativeOptions {...list} />
        {tips.length === 0 ? null : (
          <div role="group" aria-label={t('tips.label')} className="mt-3">
            <p aria-hidden="true" className="mb-1 text-caption font-medium text-muted-foreground">
              {t('tips.label')}
            </p>
            {tips.map(({ option, index }) => (
              <TextOption
                key={optionKey(option)}
                {...{ list, option, index }}
                icon={undefined}
                className={lineClass}
              />
            ))}
          </div>
        )}
      </div>
      <LockedMessage className="mt-4 text-center" />
      <p className="mt-4 text-center text-second text-muted-foreground md:hidden">
        <HelpLink onFollow={onLeave} />
      </p>
    </div>
  );
}
