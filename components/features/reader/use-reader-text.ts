'use client';

import { useQuery } from '@tanstack/react-query';
import { contentQueries, copyQueries } from '@/lib/api/bookmark-content';
import type { Bookmark, Content } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';

/** The text of a page for reading. */
export interface ReaderText {
  readonly html: string;
  readonly byline: string;
  /** BCP 47 tag; null if it is not known. */
  readonly language: string | null;
  readonly minutes: number;
  /** Beginning of the paths of its pictures; undefined if it has none. */
  readonly pictures: string | undefined;
  /** When the saved copy was made; null for a text without pictures. */
  readonly copiedAt: string | null;
}

/** Why there is no text: it is being loaded, could not be loaded, or the page has none. */
export type MissingText = 'loading' | 'failed' | 'inert' | Exclude<Content['status'], 'ready'>;

const wordsPerMinute = 230;

const minutesOf = (words: number): number => Math.max(1, Math.round(words / wordsPerMinute));

/**
 * The newest saved copy for reading; null without one, undefined while it is not known. One that a browser sent comes
 * first: the page may show less to others.
 */
function useCopiedText({ uuid }: Bookmark): ReaderText | null | undefined {
  const copies = useQuery(copyQueries.of(uuid));
  const newest =
    copies.data?.content.find(({ kind }) => kind === 'browser') ??
    copies.data?.content.find(({ kind }) => kind === 'reader');
  const copy = useQuery({ ...copyQueries.content(uuid, newest?.uuid ?? ''), enabled: newest !== undefined });
  if (copies.isError || copy.isError) return null;
  if (copies.data === undefined) return undefined;
  if (newest === undefined) return null;
  if (copy.data === undefined) return undefined;
  const { html, byline, language, wordCount, createdAt } = copy.data;
  if (html === null) return null;
  const pictures = `/v1/bookmarks/${uuid}/copies/${newest.uuid}/pictures/`;
  return { html, byline, language, minutes: minutesOf(wordCount), pictures, copiedAt: createdAt };
}

/** The text of a readable bookmark, or why there is none: of the saved copy, else as the preview shows it. */
export function useReaderText(bookmark: Bookmark): {
  text: ReaderText | null;
  missing: MissingText;
  retry: () => void;
} {
  const isLive = isLiveUrl(bookmark.url);
  const copied = useCopiedText(bookmark);
  const { data, isError, refetch } = useQuery({
    ...contentQueries.of(bookmark.uuid),
    enabled: isLive && copied === null,
  });
  const retry = () => void refetch();
  if (copied) return { text: copied, missing: 'loading', retry };
  if (!isLive) return { text: null, missing: 'inert', retry };
  if (data?.status === 'ready') {
    const { html, byline, wordCount } = data;
    const none = { language: null, pictures: undefined, copiedAt: null };
    return { text: { html, byline, minutes: minutesOf(wordCount), ...none }, missing: 'loading', retry };
  }
  return { text: null, missing: data?.status ?? (isError ? 'failed' : 'loading'), retry };
}
