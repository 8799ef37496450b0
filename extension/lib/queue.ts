import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Input } from '@/lib/contract';

export type NewBookmark = Input<'bookmarks.create'>['body'];

/** A save that waits for the network, or that the server refused. */
export interface QueuedSave {
  /** Uuid of the new bookmark, by which the server recognizes a repeated request. */
  readonly uuid: string;
  /** Account that saved it; it is sent to no other. */
  readonly account: string;
  readonly space: string;
  readonly body: NewBookmark;
  /** When it was saved, in milliseconds. */
  readonly queuedAt: number;
  readonly attempts: number;
  /** Earliest time of the next attempt, in milliseconds. */
  readonly retryAt: number;
  readonly state: 'waiting' | 'refused';
  /** Why the server refused it; `message` is localized by the service. */
  readonly problem: { readonly code: string; readonly message: string } | null;
}

export type SaveResult =
  | { readonly status: 'saved'; readonly bookmark: Bookmark }
  /** The page is saved already, and was not saved again. */
  | { readonly status: 'exists'; readonly bookmark: Bookmark }
  /** There is no network: it is saved as soon as there is. */
  | { readonly status: 'queued'; readonly save: QueuedSave };
