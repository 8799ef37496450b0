'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import {
  useLayoutEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { notify } from '@/components/common/notify';
import { useShortcut } from '@/components/common/use-shortcut';
import { dragBookmarks } from '@/components/entities/dragged-bookmarks';
import { bulkChoice } from '@/components/features/bookmarks/bulk-choice';
import { handleListKey } from '@/components/features/bookmarks/handle-list-key';
import type {
  ListEvent,
  ListOptions,
  ListContext,
  SelectionState,
  Press,
} from '@/components/features/bookmarks/list-context';
import {
  beginPress,
  chooseByClick,
  endPress,
  holdMenuBack,
} from '@/components/features/bookmarks/row-gestures';
import { placeOf, selectAll, toggle } from '@/components/features/bookmarks/select-rows';
import { isSelected, nothing, selectedCount, type RowPlace } from '@/components/features/bookmarks/selection';
import { useUndo } from '@/components/features/bookmarks/use-undo';

/**
 * What the drag of a row takes along: the row, or all that is selected when the row is one of them. A drag from a button
 * in the row is none, and one from another link, such as that of a collection, is the browser's own.
 */
function beginDrag(event: DragEvent, context: ListContext): void {
  const { target, dataTransfer } = event;
  const row = placeOf(target, context);
  const isRow = target instanceof Element && target.matches('[data-row]');
  const isTitle = target instanceof Element && target.matches('.row-title');
  const { origin } = context.press;
  if (isRow && origin instanceof Element && origin.closest('button:not(.row-title), input') !== null) {
    event.preventDefault();
    return;
  }
  if (holdsSecret(row?.uuid, context)) {
    // A link that is dropped is saved as one that everybody at the service can read.
    dataTransfer.clearData();
    dataTransfer.setData('text/plain', context.t('encryptedTitle'));
  }
  if (row === null || !(isRow || isTitle) || context.isTrash) return;
  const { selection, list } = context;
  const takesAll = isSelected(selection, row.uuid);
  const dragged = takesAll ? selection : { ...nothing, named: new Set([row.uuid]) };
  const loaded = [...list.rows.values()].filter(({ uuid }) => isSelected(dragged, uuid));
  const count = takesAll ? context.count : 1;
  dataTransfer.effectAllowed = 'copyMove';
  if (count > 1 || isRow) {
    // Of an encrypted bookmark no address leaves this page.
    const urls = loaded.flatMap(({ url, encrypted }) => (encrypted || url === null ? [] : [url]));
    if (urls.length > 0) {
      dataTransfer.setData('text/uri-list', urls.join('\r\n'));
      dataTransfer.setData('text/plain', urls.join('\n'));
    }
  }
  if (count > 1) showCount(dataTransfer, context.t('draggedCount', { count }));
  const rows = { choice: bulkChoice(dragged, context.source), loaded };
  const loading = import('@/components/features/bookmarks/drop-rows');
  dragBookmarks({
    dropOn: (collection, copies) =>
      void loading
        .then(({ dropRows }) => dropRows(context, rows, collection, copies))
        .catch(() => notify({ message: context.t('dropFailed'), tone: 'bad' })),
  });
}

const holdsSecret = (uuid: string | undefined, { list }: ListContext): boolean =>
  [...list.rows.values()].some((row) => row.uuid === uuid && row.encrypted);

const endDrag = (): void => dragBookmarks(null);

/** What hangs from the pointer when several are dragged. */
function showCount(transfer: DataTransfer, text: string): void {
  const badge = document.createElement('div');
  badge.textContent = text;
  badge.className =
    'fixed -top-20 left-0 rounded-full bg-inverse px-3 py-1.5 font-medium text-inverse-foreground';
  document.body.append(badge);
  transfer.setDragImage(badge, -12, -8);
  // The picture is taken when the event is over.
  requestAnimationFrame(() => badge.remove());
}

/** What an event in a list does. Of those that come from anywhere on the page there is one only, Ctrl/Cmd+A. */
function handleListEvent(event: ListEvent, context: ListContext): void {
  if ('place' in event) {
    toggle(event, context);
    return;
  }
  if (!('nativeEvent' in event)) {
    selectAll(context);
    return;
  }
  switch (event.type) {
    case 'click':
      return chooseByClick(event as MouseEvent, context);
    case 'keydown':
      return handleListKey(event as KeyboardEvent, context);
    case 'pointerdown':
      return beginPress(event as PointerEvent, context);
    case 'dragstart':
      return beginDrag(event as DragEvent, context);
    case 'dragend':
      return endDrag();
    case 'contextmenu':
      return holdMenuBack(event, context);
    default:
      return endPress(context);
  }
}

export function useSelectionState(total: number | null): SelectionState {
  const [selection, setSelection] = useState(nothing);
  return { selection, setSelection, count: selectedCount(selection, total ?? 0) };
}

/** What keys, clicks and long presses do in a list. */
export function useListControls(options: ListOptions) {
  const t = useTranslations('Bookmarks');
  const client = useQueryClient();
  const undo = useUndo();
  const [press] = useState<Press>({});
  const { source, selection, count } = options;
  const isTrash = source.kind === 'library' && source.view === 'trash';
  const context: ListContext = { ...options, isTrash, client, t, undo, press };
  const latest = useRef(context);
  useLayoutEffect(() => {
    latest.current = context;
  });
  const handle = (event: ListEvent) => handleListEvent(event, latest.current);
  useShortcut('mod+a', handle, { inFields: false });

  const isWhole = selection.kind === 'all' && selection.named.size === 0;
  return {
    context,
    /** Selects a row, or not any more. */
    toggle: (row: RowPlace) => handle(row),
    /** How many are selected, in words; empty without any. */
    status: count > 0 ? t(isWhole ? 'allSelected' : 'selectedCount', { count }) : '',
    controlProps: {
      className: count > 0 ? 'rows-selecting' : undefined,
      onClickCapture: handle,
      onKeyDown: handle,
      onPointerDown: handle,
      onPointerUp: handle,
      onPointerCancel: handle,
      onContextMenu: handle,
      onDragStart: handle,
      onDragEnd: handle,
    },
  };
}
