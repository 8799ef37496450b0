'use client';

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type Dispatch,
  type SetStateAction,
  type SyntheticEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { useShortcut } from '@/components/common/use-shortcut';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import type { ListItem } from '@/components/features/bookmarks/list/list-items';
import type { RowPages } from '@/components/features/bookmarks/list/use-row-pages';
import type { PreviewPlace } from '@/components/features/bookmarks/preview/preview-place';
import type { Press } from '@/components/features/bookmarks/select/row-gestures';
import {
  nothing,
  selectedCount,
  type RowPlace,
  type Selection,
} from '@/components/features/bookmarks/select/selection';
import type { BookmarkActions } from '@/components/features/bookmarks/use-bookmark-actions';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';

/** What is selected of a list, kept above its rows: it outlives them when all go and come back. */
export interface SelectionState {
  readonly selection: Selection;
  readonly setSelection: Dispatch<SetStateAction<Selection>>;
  readonly count: number;
}

export function useSelectionState(total: number | null): SelectionState {
  const [selection, setSelection] = useState(nothing);
  return { selection, setSelection, count: selectedCount(selection, total ?? 0) };
}

/** What happens in a list, the keys that act on it from anywhere, and a row that was named. */
export type ListEvent = SyntheticEvent | KeyboardEvent | RowPlace;

interface Options extends SelectionState {
  source: BookmarkSource;
  list: RowPages;
  items: readonly ListItem[];
  isTouch: boolean;
  actions: BookmarkActions;
  /** Asks about a bookmark before it goes for ever; no more with null. */
  onErase: (bookmark: Bookmark | null) => void;
  /** Shows a row beside the list, or none. */
  onPreview: Dispatch<SetStateAction<PreviewPlace | null>>;
}

/** All that keys, clicks and long presses in a list depend on. */
export interface ListSituation extends Options {
  isTrash: boolean;
  client: QueryClient;
  t: ReturnType<typeof useTranslations<'Bookmarks'>>;
  press: Press;
}

const loadHandler = () => import('@/components/features/bookmarks/list/handle-list-event');
type Handler = Awaited<ReturnType<typeof loadHandler>>['handleListEvent'];
// One load serves every list of the page.
let handler: Handler | null = null;

/**
 * What keys, clicks and long presses do in a list. The list only passes them on: the code that knows them is loaded
 * when somebody comes near, and what is done before it is there waits for it.
 */
export function useListControls(options: Options, isNear: boolean) {
  const t = useTranslations('Bookmarks');
  const client = useQueryClient();
  const [press] = useState<Press>({});
  const { source, selection, count } = options;
  const isTrash = source.kind === 'library' && source.view === 'trash';
  const situation: ListSituation = { ...options, isTrash, client, t, press };
  const latest = useRef(situation);
  useLayoutEffect(() => {
    latest.current = situation;
  });
  const [isReady, setReady] = useState(handler !== null);
  const pass = (event: ListEvent) => {
    if (handler) handler(event, latest.current);
    // A drag cannot wait: what it carries is settled as it begins. The browser's own would carry a secret in plain.
    else if ('type' in event && event.type === 'dragstart') event.preventDefault();
    // Several may have waited: each must see what the one before it has changed.
    else void load().then((handle) => flushSync(() => handle?.(event, latest.current)));
  };
  useShortcut('mod+a', pass, { inFields: false });
  useEffect(() => {
    if (isNear) void load().then(() => setReady(true));
  }, [isNear]);

  const isWhole = selection.kind === 'all' && selection.named.size === 0;
  return {
    situation,
    /** The code is there, or could not be fetched and is asked for again by what is done to a row. */
    isReady,
    /** Selects a row, or not any more. */
    toggle: (row: RowPlace) => pass(row),
    /** How many are selected, in words; empty without any. */
    status: count > 0 ? t(isWhole ? 'allSelected' : 'selectedCount', { count }) : '',
    controlProps: {
      className: count > 0 ? 'rows-selecting' : undefined,
      onClickCapture: pass,
      onKeyDown: pass,
      onPointerDown: pass,
      onPointerUp: pass,
      onPointerCancel: pass,
      onContextMenu: pass,
      onDragStart: pass,
      onDragEnd: pass,
    },
  };
}

/** Null where it cannot be fetched; the next key or click asks again. */
const load = async (): Promise<Handler | null> => {
  handler ??= await loadHandler().then(
    (module) => module.handleListEvent,
    () => null,
  );
  return handler;
};
