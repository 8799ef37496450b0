import type { TitledRow } from '@/components/features/bookmarks/title-layout';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { titleKey } from '@/lib/domain/search-vector';

/** An opened bookmark, sealed as the service sent it, with what it is sorted by. */
export interface UnlockedRow extends TitledRow {
  readonly bookmark: Bookmark;
  /** Only this device can tell that it belongs into the list: the answer of the service is without it. */
  readonly isAdded: boolean;
}

/** What a device knows of the encrypted bookmarks of a list. */
export interface UnlockedList {
  readonly rows: readonly UnlockedRow[];
  /** Whether one that is locked stands in the list, as the service sees it. */
  readonly holdsLocked: (bookmark: Bookmark) => boolean;
}

/** A row that can be read, with what the service has sorted it by. */
export const rowWithKey = ({ uuid, title, domain, path }: Bookmark): TitledRow => ({
  uuid,
  key: titleKey({ title: title ?? '', domain: domain ?? '', path: path ?? '' }),
});
