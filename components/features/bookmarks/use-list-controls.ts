'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { MenuPoint } from '@/components/common/context-menu';
import { isTypingTarget, useShortcut } from '@/components/common/shortcut';
import { beginDrag, endDrag } from '@/components/features/bookmarks/row-drag';
import {
  extendFrom,
  extendTo,
  type ListContext,
  type ListEvent,
  type ListOptions,
  nothing,
  placeOf,
  type Press,
  type RowPlace,
  selectAll,
  selectedCount,
  type SelectionState,
  toggle,
} from '@/components/features/bookmarks/selection';
import { editBookmark } from '@/components/features/bookmarks/store';
import { useUndo } from '@/components/features/bookmarks/use-bookmark-actions';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { pressedKey } from '@/lib/utils/pressed-key';

/** Handles an event of a list. The only one that can come from anywhere on the page is Ctrl/Cmd+A. */
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
      return openContextMenu(event as MouseEvent, context);
    default:
      return endPress(context);
  }
}

export function useSelectionState(total: number | null): SelectionState {
  const [selection, setSelection] = useState(nothing);
  return { selection, setSelection, count: selectedCount(selection, total ?? 0) };
}

/** Handlers of keys, clicks and long presses in a list. */
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
  useShortcut('mod+a', handle, { inFields: false, enabled: options.list.total !== 0 });

  const isWhole = selection.kind === 'all' && selection.named.size === 0;
  return {
    context,
    /** Selects or deselects a row. */
    toggle: (row: RowPlace) => handle(row),
    /** Localized text with the number of selected rows; empty without any. */
    status: count > 0 ? t(isWhole ? 'allSelected' : 'selectedCount', { count }) : '',
    controlProps: {
      // Shift extends a selection of rows, never a text selection.
      className: count > 0 ? 'select-none' : undefined,
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

const stopOf = (row: Element | null | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>('[data-focus]') ?? null;

/** Returns the previous or next row, skipping headings and gaps. */
function neighbor(row: Element, step: 'nextElementSibling' | 'previousElementSibling'): Element | null {
  let other = row[step];
  while (other !== null && !other.matches('[data-row]')) other = other[step];
  return other;
}

/**
 * Handles keys of the focused row: j and k move, o and Space preview, e edits, m moves it to a collection, t tags it,
 * f and h mark, x selects, Delete deletes, and with Shift the arrow keys extend the selection. Plain arrow keys are
 * handled by the list. While rows are selected, m, t, f, h and Delete act on all of them, which the selection bar
 * handles.
 */
function handleListKey(event: KeyboardEvent, list: ListContext): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target)) return;
  // A key that was queued while this code loaded acts where the keys before it have moved the focus.
  const target = document.activeElement;
  const row = target?.closest<HTMLElement>('[data-row]') ?? null;
  const bookmark = [...list.list.rows.values()].find(({ uuid }) => uuid === row?.dataset['row']);
  if (row === null || bookmark === undefined) return;
  // Elsewhere in the row the space bar presses the focused element.
  const key = pressedKey(event);
  if (key === ' ' && target !== stopOf(row)) return;
  const context = { ...list, row, bookmark };
  const run = event.shiftKey ? extensionOf(key, context) : commandOf(key, context);
  if (run === null) return;
  event.preventDefault();
  run();
}

interface KeyContext extends ListContext {
  readonly row: HTMLElement;
  readonly bookmark: Bookmark;
}

function commandOf(key: string, context: KeyContext): (() => void) | null {
  const { row, bookmark, actions, isTrash, onAsk, count } = context;
  if (count > 0 && /^(?:[fhlmt]|Delete|Backspace)$/.test(key)) return null;
  switch (key) {
    case 'j':
      return () => stopOf(neighbor(row, 'nextElementSibling'))?.focus();
    case 'k':
      return () => stopOf(neighbor(row, 'previousElementSibling'))?.focus();
    case 'o':
    case ' ':
      return previewOf(context);
    case 'e':
      return isTrash ? null : () => editBookmark(bookmark);
    case 'm':
      return isTrash ? null : () => onAsk({ bookmark, question: 'move' });
    case 't':
      return isTrash || bookmark.encrypted ? null : () => onAsk({ bookmark, question: 'tag' });
    case 'f':
      return isTrash ? null : () => actions.setFavorite(bookmark, !bookmark.favorite);
    case 'h':
      return isTrash ? null : () => actions.setHighlighted(bookmark, !bookmark.highlighted);
    case 'l':
      return isTrash ? null : () => actions.setLater(bookmark, !bookmark.later);
    case 'x': {
      const place = placeOf(row, context);
      return place && (() => toggle(place, context));
    }
    case 'Delete':
    case 'Backspace':
      return () => {
        if (isTrash) onAsk({ bookmark, question: 'erase' });
        else focusNeighborThen(row, () => actions.trash(bookmark));
      };
    default:
      return null;
  }
}

/** Toggles the preview of the row. */
function previewOf({ row, bookmark, onPreview, ...list }: KeyContext): (() => void) | null {
  const at = placeOf(row, list);
  if (at === null) return null;
  return () =>
    onPreview((now) => (now?.bookmark.uuid === bookmark.uuid ? null : { place: at.place, bookmark }));
}

/** Shift and an arrow key: selects the row and its neighbor, or one more neighbor. */
function extensionOf(key: string, context: KeyContext): (() => void) | null {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  const other = key in step ? neighbor(context.row, step[key as keyof typeof step]) : null;
  const [from, to] = [placeOf(context.row, context), placeOf(other, context)];
  if (from === null || to === null) return null;
  return () => {
    stopOf(other)?.focus();
    extendFrom(from, to, context);
  };
}

/** Moves the focus to the row that will replace a removed one, before it is removed. */
function focusNeighborThen(row: HTMLElement, remove: () => void): void {
  const successor = neighbor(row, 'nextElementSibling') ?? neighbor(row, 'previousElementSibling');
  stopOf(successor)?.focus();
  remove();
}

/** Same duration as the long press of phones. */
const longMs = 450;

/** On touch screens, which have no hover to show the box, a long press on a row selects it. */
function beginPress({ pointerType, target }: PointerEvent, context: ListContext): void {
  const { press } = context;
  clearTimeout(press.timer);
  press.wasLong = false;
  press.origin = target;
  press.isTouch = pointerType === 'touch';
  const row = placeOf(target, context);
  if (!press.isTouch || row === null) return;
  press.timer = setTimeout(() => {
    press.wasLong = true;
    toggle(row, context);
  }, longMs);
}

const endPress = ({ press }: ListContext): void => clearTimeout(press.timer);

/**
 * Opens the menu of a row instead of the browser's: by a right click, Shift+F10 or the context-menu key. On touch
 * screens a long press selects the row and opens neither.
 */
function openContextMenu(event: MouseEvent, context: ListContext): void {
  const at = placeOf(event.target, context);
  if (context.press.isTouch) event.preventDefault();
  const bookmark = at && context.list.rows.get(at.place);
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
  if (context.press.isTouch || !bookmark || row === null) return;
  event.preventDefault();
  context.onMenu({ bookmark, place: at.place, point: pointOf(event, row) });
}

/** Returns the point of a `contextmenu` event, which Shift+F10 and the context-menu key fire without a position. */
function pointOf(
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
  origin: HTMLElement,
): MenuPoint {
  if (clientX > 0 || clientY > 0) return { origin, x: clientX, y: clientY };
  const { left, bottom } = origin.getBoundingClientRect();
  return { origin, x: left, y: bottom };
}

/**
 * Handles a click that selects: on the box of a row; with Shift anywhere in a row once something is selected;
 * and on touch screens any tap once something is selected.
 */
function chooseByClick(event: MouseEvent, context: ListContext): void {
  const { press, isTouch, count } = context;
  const row = placeOf(event.target, context);
  const isBox = event.target instanceof Element && event.target.matches('.row-box');
  const isEndOfPress = press.wasLong === true;
  press.wasLong = false;
  if (row === null || !(isEndOfPress || isBox || (count > 0 && (isTouch || event.shiftKey)))) return;
  event.preventDefault();
  event.stopPropagation();
  if (isEndOfPress) return;
  if (event.shiftKey) extendTo(row, context);
  else toggle(row, context);
}
