import type { QueryClient } from '@tanstack/react-query';
import type { useTranslations } from 'next-intl';
import type { Dispatch, SetStateAction, SyntheticEvent } from 'react';
import type { BookmarkRowProps } from '@/components/entities/bookmark-row';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import type { RowQuestion } from '@/components/features/bookmarks/row-actions';
import type { RowMenuPlace } from '@/components/features/bookmarks/row-context-menu';
import type { ListItem } from '@/components/features/bookmarks/list-items';
import type { RowPages } from '@/components/features/bookmarks/use-row-pages';
import type { PreviewPlace } from '@/components/features/bookmarks/use-preview';
import type { RowPlace, Selection } from '@/components/features/bookmarks/selection';
import type { BookmarkActions } from '@/components/features/bookmarks/use-bookmark-actions';
import type { Bookmark } from '@/lib/contract/bookmarks';

/** Selection of a list, stored above its rows: it stays when all of them are unmounted and rendered again. */
export interface SelectionState {
  readonly selection: Selection;
  readonly setSelection: Dispatch<SetStateAction<Selection>>;
  readonly count: number;
}

/** Event of a list, a key pressed anywhere on the page, or a row to toggle. */
export type ListEvent = SyntheticEvent | KeyboardEvent | RowPlace;

/** An action on one row that asks for more. */
export interface RowAsked {
  readonly bookmark: Bookmark;
  readonly question: RowQuestion;
}

export interface ListOptions extends SelectionState {
  source: BookmarkSource;
  list: RowPages;
  items: readonly ListItem[];
  isTouch: boolean;
  actions: BookmarkActions;
  /** Where a found bookmark is, if that is another space. */
  look:
    ((bookmark: Bookmark) => Pick<BookmarkRowProps, 'space' | 'hiddenCollection'> | undefined) | undefined;
  /** Asks for confirmation before a bookmark is erased; null closes the dialog. */
  onErase: (bookmark: Bookmark | null) => void;
  /** Opens the context menu of a row; null closes it. */
  onMenu: (at: RowMenuPlace | null) => void;
  /** Opens the dialog of an action on one row. */
  onAsk: (asked: RowAsked) => void;
  /** Shows a row in the preview; null closes it. */
  onPreview: Dispatch<SetStateAction<PreviewPlace | null>>;
}

/** A press on a row. */
export interface Press {
  /** Target of the pointerdown event. */
  origin?: EventTarget | null;
  timer?: ReturnType<typeof setTimeout>;
  isTouch?: boolean;
  /** Whether it lasted long enough to select the row. */
  wasLong?: boolean;
}

/** Context of the key, click and long-press handlers of a list. */
export interface ListContext extends ListOptions {
  isTrash: boolean;
  client: QueryClient;
  t: ReturnType<typeof useTranslations<'Bookmarks'>>;
  /** Undoes a change to many bookmarks. */
  undo: (change: string) => void;
  press: Press;
}
