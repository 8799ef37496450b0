import type { DroppedLink } from '@/components/features/drop/read-links';
import type { Metadata } from '@/lib/contract/bookmarks';

/**
 * How far a dropped link is: it waits for its turn (`processing`), its page is asked about (`fetching`, `fetched`), it
 * is next to be saved (`ready`), on its way (`saving`), and in the library, where it was already (`existing`) or is
 * new (`saved`). `error` can be tried again.
 */
export type DropStatus =
  'processing' | 'fetching' | 'fetched' | 'ready' | 'saving' | 'saved' | 'existing' | 'error';

export interface DropItem {
  /** Also the uuid of the bookmark that it becomes, so that trying again cannot make two. */
  readonly id: string;
  readonly link: DroppedLink;
  /** Where to; null is the default collection. */
  readonly collection: string | null;
  readonly status: DropStatus;
  /** What the page says of itself, once it was asked. */
  readonly page: Metadata | null;
  /** The bookmark that it is in the library. */
  readonly bookmark: string | null;
  /** Why it failed: the service could not be reached, or refused. */
  readonly failure: 'OFFLINE' | 'REFUSED' | null;
}

export const isSettled = ({ status }: DropItem): boolean =>
  status === 'saved' || status === 'existing' || status === 'error';

/** What the item is called: as its page, as where it was dragged from, or by its address. */
export const nameOf = ({ link, page }: DropItem): string =>
  page?.title || link.title || link.url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
