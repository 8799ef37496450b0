'use client';

import { useMutation } from '@tanstack/react-query';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { AppLink } from '@/components/common/app-link';
import { useNavigation } from '@/components/common/pending-navigation';
import { useShortcut } from '@/components/common/shortcut';
import { placeInList, readReadingList, type ReadingList } from '@/components/entities/reading-list';
import { LookMenu } from '@/components/features/reader/look-menu';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useHydrated } from '@/components/ui/use-hydrated';
import { bookmarkMutations, readMarks } from '@/lib/api/bookmarks';
import type { Bookmark } from '@/lib/contract/bookmarks';

/** Progress in a text that is shown. */
export interface Reading {
  readonly minutes: number;
  readonly percent: number;
  readonly voice: { readonly isAvailable: boolean; readonly isReading: boolean; readonly toggle: () => void };
}

interface ReaderBarProps {
  uuid: string;
  /** Undefined until it is loaded. */
  bookmark: Bookmark | undefined;
  /** Null without a text. */
  reading: Reading | null;
}

/** Only what belongs to reading: the way back, the neighbors in the list, and the text's own controls. */
export const ReaderBar = ({ uuid, bookmark, reading }: ReaderBarProps) => (
  <ReadingBar
    start={<ListLinks uuid={uuid} />}
    reading={reading}
    end={bookmark ? <ReadMarks bookmark={bookmark} /> : null}
  />
);

interface ReadingBarProps extends Pick<ReaderBarProps, 'reading'> {
  start: ReactNode;
  end: ReactNode;
}

export function ReadingBar({ start, reading, end }: ReadingBarProps) {
  const t = useTranslations('Reader');
  return (
    <header className="reader-bar">
      {start}
      <span className="flex-1" />
      {reading === null ? null : (
        <p className="text-second text-muted-foreground tabular-nums max-sm:hidden">
          <span className="sr-only">
            {t('progress', { minutes: reading.minutes, percent: reading.percent })}
          </span>
          <span aria-hidden="true">{t('short', { minutes: reading.minutes, percent: reading.percent })}</span>
        </p>
      )}
      <span role="group" aria-label={t('tools')} className="flex items-center gap-1">
        {reading?.voice.isAvailable ? (
          <Button
            variant="ghost"
            size="icon"
            aria-label={t(reading.voice.isReading ? 'stopReading' : 'readAloud')}
            title={t(reading.voice.isReading ? 'stopReading' : 'readAloud')}
            onClick={reading.voice.toggle}
          >
            <Icon name={reading.voice.isReading ? 'i-square' : 'i-volume-2'} />
          </Button>
        ) : null}
        <LookMenu />
        {end}
      </span>
      <span
        aria-hidden="true"
        className="reader-progress"
        style={{ '--read': `${reading?.percent ?? 0}%` } as CSSProperties}
      />
    </header>
  );
}

/** The list that the bookmark was opened from, and its neighbors there. */
function ListLinks({ uuid }: { uuid: string }) {
  const t = useTranslations('Reader');
  const isHydrated = useHydrated();
  const list = useMemo(() => (isHydrated ? readReadingList() : null), [isHydrated]);
  const at = list && placeInList(list, uuid);
  return (
    <>
      <AppLink
        href={(list?.href ?? '/') as Route}
        title={list ? t('back', { list: list.title }) : t('backToLibrary')}
        className={buttonVariants({ variant: 'ghost', className: '-ml-1 min-w-0 px-2' })}
      >
        <Icon name="i-chevron-left" />
        <span className="sr-only">{list ? t('back', { list: list.title }) : t('backToLibrary')}</span>
        <span aria-hidden="true" dir="auto" className="truncate max-md:hidden">
          {list?.title ?? ''}
        </span>
      </AppLink>
      {list && at ? <Neighbors list={list} at={at} /> : null}
    </>
  );
}

interface NeighborsProps {
  list: ReadingList;
  at: NonNullable<ReturnType<typeof placeInList>>;
}

function Neighbors({ list, at }: NeighborsProps) {
  const t = useTranslations('Reader');
  const { replace } = useNavigation();
  // In place of this one, so that Back leads to the list.
  const open = (uuid: string | null) => {
    if (uuid !== null) replace(`/read/${uuid}` as Route);
  };
  useShortcut('j', () => open(at.next));
  useShortcut('k', () => open(at.previous));
  const button = (label: 'previous' | 'next', icon: `i-${string}`) => (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t(label)}
      title={t(label)}
      aria-disabled={at[label] === null}
      aria-keyshortcuts={label === 'next' ? 'J' : 'K'}
      className={at[label] === null ? 'opacity-40' : undefined}
      onClick={() => open(at[label])}
    >
      <Icon name={icon} />
    </Button>
  );
  return (
    <>
      <span className="text-second whitespace-nowrap text-muted-foreground tabular-nums max-md:sr-only">
        {t('place', { place: at.place + 1, total: list.total })}
      </span>
      {button('previous', 'i-chevron-up')}
      {button('next', 'i-chevron-down')}
    </>
  );
}

/** Marks the bookmark as read, or to be read later. */
function ReadMarks({ bookmark }: { bookmark: Bookmark }) {
  const t = useTranslations('Reader');
  const common = useTranslations('Bookmarks');
  const { mutate } = useMutation({ ...bookmarkMutations.mark(), meta: { failure: common('markFailed') } });
  const isRead = bookmark.readAt !== null;
  const mark = (body: Parameters<typeof mutate>[0]['body']) =>
    mutate({ params: { uuid: bookmark.uuid }, body, bookmark });
  return (
    <>
      {bookmark.later || isRead ? null : (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('readLater')}
          title={t('readLater')}
          onClick={() => mark({ later: true })}
        >
          <Icon name="i-clock" />
        </Button>
      )}
      <Button
        aria-pressed={isRead}
        title={t('done')}
        className="max-md:px-2"
        onClick={() => mark(readMarks(!isRead))}
      >
        <Icon name="i-check" className={isRead ? 'text-primary' : undefined} />
        <span className="max-md:sr-only">{t(isRead ? 'isDone' : 'done')}</span>
      </Button>
    </>
  );
}
