import type { QueryClient } from '@tanstack/react-query';
import type { useTranslations } from 'next-intl';
import type { Dispatch, SetStateAction, SyntheticEvent } from 'react';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import type { ListItem } from '@/components/features/bookmarks/list-items';
import type { RowPages } from '@/components/features/bookmarks/use-row-pages';
import type { PreviewPlace } from '@/components/features/bookmarks/preview-place';
import type { RowPlace, Selection } from '@/components/features/bookmarks/selection';
import type { BookmarkActions } from '@/components/features/bookmarks/use-bookmark-actions';
import type { Bookmark } from '@/lib/contract/bookmarks';

/** What is selected of a list, kept above its rows: it outlives them when all go and come back. */
export interface SelectionState {
  readonly selection: Selection;
  readonly setSelection: Dispatch<SetStateAction<Selection>>;
  readonly count: number;
}

/** What happens in a list, the keys that act on it from anywhere, and a row that was named. */
export type ListEvent = SyntheticEvent | KeyboardEvent | RowPlace;

export interface ListOptions extends SelectionState {
  source: BookmarkSource;
  list: RowPages;
  items: readonly ListItem[];
  isTouch: boolean;
  actions: BookmarkActions;
  /** Asks before a bookmark is erased; null ends the question. */
  onErase: (bookmark: Bookmark | null) => void;
  /** Shows a row beside the list, or none. */
  onPreview: Dispatch<SetStateAction<PreviewPlace | null>>;
}

/** A finger on a row. */
export interface Press {
  /** What the pointer went down on. */
  origin?: EventTarget | null;
  timer?: ReturnType<typeof setTimeout>;
  isTouch?: boolean;
  /** It rested long enough to have selected the row. */
  wasLong?: boolean;
}

/** All that keys, clicks and long presses in a list depend on. */
export interface ListContext extends ListOptions {
  isTrash: boolean;
  client: QueryClient;
  t: ReturnType<typeof useTranslations<'Bookmarks'>>;
  /** Undoes a change to many bookmarks. */
  undo: (change: string) => void;
  press: Press;
}
