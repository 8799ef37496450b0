'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo } from 'react';
import { isTypingTarget } from '@/components/common/shortcut';
import { PreviewContent } from '@/components/features/bookmarks/preview-content';
import {
  focusRow,
  PreviewFrame,
  PreviewTitle,
  rowOf,
  useIsPreviewWide,
} from '@/components/features/bookmarks/preview-frame';
import type { ListContext } from '@/components/features/bookmarks/selection';
import {
  followList,
  type PreviewPlace,
  stepFrom,
  unlisted,
} from '@/components/features/bookmarks/use-preview';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { detailsQueries } from '@/lib/api/bookmark-content';
import { statusOf } from '@/lib/api/query-client';
import { pressedKey } from '@/lib/utils/pressed-key';

interface PreviewProps {
  uuid: string;
  /** Where the bookmark is in the list; null if it is not among the loaded rows. */
  place: PreviewPlace | null;
  context: ListContext;
}

/** The bookmark that the address of the page names. */
export function Preview({ uuid, place, context }: PreviewProps) {
  return place === null ? (
    <PreviewLookup {...{ uuid, context }} />
  ) : (
    <PreviewPanel at={place} context={context} />
  );
}

/** Reads a bookmark that is in another list, or further down in this one. */
function PreviewLookup({ uuid, context }: Omit<PreviewProps, 'place'>) {
  const { data, error, refetch } = useQuery(detailsQueries.of(uuid));
  const at = useMemo(() => (data === undefined ? null : { place: unlisted, bookmark: data }), [data]);
  if (at !== null) {
    return <PreviewPanel at={at} context={{ ...context, isTrash: at.bookmark.deletedAt !== null }} />;
  }
  const state = error === null ? 'loading' : isMissing(error) ? 'missing' : 'failed';
  return <PreviewNotice {...{ uuid, state, context }} onRetry={() => void refetch()} />;
}

/** An address that was cut short names no bookmark either. */
const isMissing = (error: Error): boolean => statusOf(error) === 404 || statusOf(error) === 422;

interface PreviewNoticeProps {
  uuid: string;
  state: 'loading' | 'missing' | 'failed';
  context: ListContext;
  onRetry: () => void;
}

/** Shown in place of a bookmark that is not there, or not yet. */
function PreviewNotice({ uuid, state, context, onRetry }: PreviewNoticeProps) {
  const t = useTranslations('Preview');
  const isWide = useIsPreviewWide();
  const close = () => context.onPreview(null);
  return (
    <PreviewFrame {...{ uuid, isWide }} count={context.count} onClose={close}>
      {state === 'loading' ? (
        <div role="status" className="pt-6">
          <span className="sr-only">
            <PreviewTitle isWide={isWide}>{t('lookup.loading')}</PreviewTitle>
          </span>
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="mt-3 h-4 w-2/5" />
          <Skeleton className="mt-8 h-24" />
        </div>
      ) : (
        <div role="alert" className="pt-6">
          <PreviewTitle isWide={isWide}>{t(`lookup.${state}`)}</PreviewTitle>
          <p className="mt-1 mb-4 text-pretty text-muted-foreground">{t(`lookup.${state}Text`)}</p>
          <span className="flex gap-2">
            {state === 'failed' ? (
              <Button variant="primary" onClick={onRetry}>
                {t('retry')}
              </Button>
            ) : null}
            <Button onClick={close}>{t('close')}</Button>
          </span>
        </div>
      )}
    </PreviewFrame>
  );
}

interface PreviewPanelProps {
  at: PreviewPlace;
  context: ListContext;
}

/** One bookmark in full, with the text of its page. */
export function PreviewPanel({ at, context }: PreviewPanelProps) {
  const { list, onPreview, count } = context;
  const isWide = useIsPreviewWide();
  const shown = followList(at, list);
  useEffect(() => {
    if (shown !== at) onPreview(shown);
  }, [shown, at, onPreview]);
  useFollowedFocus((place) => {
    const bookmark = list.rows.get(place);
    if (isWide && bookmark) onPreview({ place, bookmark });
  }, context);

  const close = () => {
    // A sheet restores the focus itself, after it is closed. Here the panel would follow the focus, so it
    // closes afterwards.
    if (isWide) focusRow(at.bookmark.uuid);
    onPreview(null);
  };
  const step = (by: 1 | -1) => {
    const next = stepFrom(at, list, by);
    if (next === null) return;
    onPreview(next);
    rowOf(next.bookmark.uuid)?.scrollIntoView({ block: 'nearest' });
  };
  if (shown === null) return null;
  return (
    <PreviewFrame
      {...{ isWide, count }}
      uuid={shown.bookmark.uuid}
      onClose={close}
      onKeyDown={(event) => handleStepKey(event, step)}
    >
      <PreviewContent
        at={shown}
        context={context}
        onStep={step}
        canStep={{ back: stepFrom(shown, list, -1) !== null, on: stepFrom(shown, list, 1) !== null }}
        isWide={isWide}
        onClose={close}
      />
    </PreviewFrame>
  );
}

/** Arrow up and down, as in the list. */
function handleStepKey(event: KeyboardEvent, step: (by: 1 | -1) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.defaultPrevented || isTypingTarget(event.target)) return;
  const by = ({ ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 } as const)[pressedKey(event)];
  if (by === undefined) return;
  event.preventDefault();
  step(by);
}

/** Calls `follow` with the index of each row that receives the focus. */
function useFollowedFocus(follow: (place: number) => void, { items }: Pick<ListContext, 'items'>): void {
  const onFocusIn = useEffectEvent(({ target }: FocusEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const place = items[Number(row?.dataset['index'])];
    if (typeof place === 'number') follow(place);
  });
  useEffect(() => {
    const listener = (event: FocusEvent) => onFocusIn(event);
    document.addEventListener('focusin', listener);
    return () => document.removeEventListener('focusin', listener);
  }, []);
}
