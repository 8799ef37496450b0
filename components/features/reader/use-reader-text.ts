'use client';

import { useQuery } from '@tanstack/react-query';
import { contentQueries } from '@/lib/api/bookmark-content';
import type { Bookmark, Content } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';

/** The text of a page for reading. */
export interface ReaderText {
  readonly html: string;
  readonly byline: string;
  /** BCP 47 tag; null if the page does not declare it. */
  readonly language: string | null;
  readonly minutes: number;
  /** Beginning of the paths of its pictures; undefined if it has none. */
  readonly pictures: string | undefined;
}

/** Why there is no text: it is being loaded, could not be loaded, or the page has none. */
export type MissingText = 'loading' | 'failed' | 'inert' | Exclude<Content['status'], 'ready'>;

const wordsPerMinute = 230;

const minutesOf = (words: number): number => Math.max(1, Math.round(words / wordsPerMinute));

/** The text of a readable bookmark, or why there is none. */
export function useReaderText(bookmark: Bookmark): {
  text: ReaderText | null;
  missing: MissingText;
  retry: () => void;
} {
  const isLive = isLiveUrl(bookmark.url);
  const { data, isError, refetch } = useQuery({ ...contentQueries.of(bookmark.uuid), enabled: isLive });
  const retry = () => void refetch();
  if (!isLive) return { text: null, missing: 'inert', retry };
  if (data?.status === 'ready') {
    const { html, byline, wordCount } = data;
    const text = { html, byline, language: null, minutes: minutesOf(wordCount), pictures: undefined };
    return { text, missing: 'loading', retry };
  }
  return { text: null, missing: data?.status ?? (isError ? 'failed' : 'loading'), retry };
}
