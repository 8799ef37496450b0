'use client';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo, type ReactNode } from 'react';
import { readerNodes } from '@/components/entities/reader-nodes';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { contentQueries } from '@/lib/api/bookmark-content';
import { mutationKey } from '@/lib/api/endpoint';
import type { Bookmark, Content } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';

interface ReaderTextProps {
  bookmark: Bookmark;
  onVisit: () => void;
}

const wordsPerMinute = 230;

/**
 * A bookmark that is being decrypted is shown before the service has stored it, and has no text or copies until then.
 */
export const useIsChanging = (): boolean =>
  useIsMutating({ mutationKey: mutationKey('bookmarks.update') }) > 0;

/** The text of the page for reading, or why there is none; a link to the page is always shown. */
export function ReaderText({ bookmark, onVisit }: ReaderTextProps) {
  const t = useTranslations('Preview');
  const url = isLiveUrl(bookmark.url) ? bookmark.url : null;
  const isChanging = useIsChanging();
  const { data, isError, refetch } = useQuery({
    ...contentQueries.of(bookmark.uuid),
    enabled: url !== null && !isChanging,
  });
  if (url === null) return <p className="text-muted-foreground">{t('inert')}</p>;
  const open = (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonVariants({})} onClick={onVisit}>
      <Icon name="i-external-link" />
      {t('openPage')}
    </a>
  );
  if (data?.status === 'ready') return <Article content={data} end={open} />;
  if (data === undefined && !isError) return <ReaderSkeleton label={t('loading')} />;
  const state = data?.status ?? 'failed';
  return (
    <div role="status" className="rounded-lg bg-muted p-4">
      <h3 className="font-medium">{t(`state.${state}.title`)}</h3>
      <p className="mt-1 mb-3 text-pretty text-muted-foreground">{t(`state.${state}.text`)}</p>
      <span className="flex flex-wrap gap-2">
        {state === 'failed' ? <Button onClick={() => void refetch()}>{t('retry')}</Button> : null}
        {open}
      </span>
    </div>
  );
}

function Article({ content, end }: { content: Content; end: ReactNode }) {
  const t = useTranslations('Preview');
  const { html, byline, wordCount } = content;
  const nodes = useMemo(
    () => readerNodes(new DOMParser().parseFromString(html, 'text/html').body.childNodes),
    [html],
  );
  return (
    <section aria-label={t('reader')}>
      <p className="mb-3 text-second text-muted-foreground">
        {byline ? `${byline} · ` : null}
        {t('minutes', { count: Math.max(1, Math.round(wordCount / wordsPerMinute)) })}
      </p>
      <div className="reader">{nodes}</div>
      <div className="mt-6">{end}</div>
    </section>
  );
}

const lines = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-full', 'w-2/3'];

function ReaderSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton className="mb-4 h-3 w-28" />
      {lines.map((width, index) => (
        <Skeleton key={index} className={`my-2.5 h-3.5 ${width}`} />
      ))}
    </div>
  );
}
