import type { DroppedLink } from '@/components/features/drop/read-links';
import type { Metadata } from '@/lib/contract/bookmarks';

/**
 * Progress of a dropped link: queued (`processing`), its metadata is being requested (`fetching`, `fetched`),
 * next to be saved (`ready`), being saved (`saving`), and in the library, either before (`existing`) or newly
 * (`saved`). `error` can be retried.
 */
export type DropStatus =
  'processing' | 'fetching' | 'fetched' | 'ready' | 'saving' | 'saved' | 'existing' | 'error';

export interface DropItem {
  /** Also the uuid of the bookmark created from it, so that a retry cannot create two. */
  readonly id: string;
  readonly link: DroppedLink;
  /** Target collection; null is the default collection. */
  readonly collection: string | null;
  readonly status: DropStatus;
  /** Metadata of the page, once it was requested. */
  readonly page: Metadata | null;
  /** Uuid of its bookmark in the library. */
  readonly bookmark: string | null;
  /** Why it failed: the service was unreachable, or refused. */
  readonly failure: 'OFFLINE' | 'REFUSED' | null;
}

export const isSettled = ({ status }: DropItem): boolean =>
  status === 'saved' || status === 'existing' || status === 'error';

/** Returns the name of the item: the title of its page, the dragged text, or its address. */
export const nameOf = ({ link, page }: DropItem): string =>
  page?.title || link.title || link.url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
