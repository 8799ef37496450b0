'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { ListContext } from '@/components/features/bookmarks/list-context';
import { PreviewTitle } from '@/components/features/bookmarks/preview-content';
import { PreviewFrame, PreviewPanel, useIsPreviewWide } from '@/components/features/bookmarks/preview-panel';
import { type PreviewPlace, unlisted } from '@/components/features/bookmarks/use-preview';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { detailsQueries } from '@/lib/api/bookmark-content';
import { statusOf } from '@/lib/api/query-client';

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
