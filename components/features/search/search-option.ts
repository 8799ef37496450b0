import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { CollectionSummary } from '@/lib/contract/schemas/collection';

/** Everything in the modal that arrows reach and Enter chooses, in one list. */
export type SearchOption =
  | { readonly kind: 'filter'; readonly collection: CollectionSummary }
  | { readonly kind: 'bookmark'; readonly bookmark: Bookmark }
  | { readonly kind: 'all'; readonly total: number }
  | { readonly kind: 'collection'; readonly collection: CollectionSummary }
  | { readonly kind: 'text'; readonly text: string; readonly isRecent: boolean };

export const optionKey = (option: SearchOption): string => {
  switch (option.kind) {
    case 'filter':
    case 'collection':
      return `${option.kind} ${option.collection.uuid}`;
    case 'bookmark':
      return `bookmark ${option.bookmark.uuid}`;
    case 'all':
      return 'all';
    case 'text':
      return `${option.isRecent ? 'recent' : 'example'} ${option.text}`;
  }
};
