'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { MenuPoint } from '@/components/common/context-menu';
import { isTypingTarget, useShortcut } from '@/components/common/shortcut';
import { markNames, marks } from '@/components/entities/bookmark-marks';
import type { RowHandlers } from '@/components/entities/bookmark-row';
import { beginDrag, endDrag } from '@/components/features/bookmarks/row-drag';
import {
  extendFrom,
  extendTo,
  type ListContext,
  type ListOptions,
  nothing,
  placeOf,
  type Press,
  selectAll,
  selectedCount,
  type SelectionState,
  toggle,
} from '@/components/features/bookmarks/selection';
import { editBookmark } from '@/components/entities/editor-store';
import { useUndo } from '@/components/features/bookmarks/use-bookmark-actions';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { pressedKey } from '@/lib/utils/pressed-key';

export function useSelectionState(total: number | null): SelectionState {
  const [selection, setSelection] = useState(nothing);
  return { selection, setSelection, count: selectedCount(selection, total ?? 0) };
}

/** Handlers of keys, clicks, long presses and drags in a list. */
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
  const handlers = useMemo((): RowHandlers => {
    const endPress = () => clearTimeout(press.timer);
    return {
      onClickCapture: (event) => isInRow(event) && chooseByClick(event, latest.current),
      onKeyDown: (event) => isInRow(event) && handleKey(event, latest.current),
      onPointerDown: (event) => isInRow(event) && beginPress(event, latest.current),
      onPointerUp: endPress,
      onPointerCancel: endPress,
      onContextMenu: (event) => isInRow(event) && openContextMenu(event, latest.current),
      onDragStart: (event) => isInRow(event) && beginDrag(event, latest.current),
      onDragEnd: endDrag,
    };
  }, [press]);
  useShortcut('mod+a', () => selectAll(context), { inFields: false, enabled: options.list.total !== 0 });

  const isWhole = selection.kind === 'all' && selection.named.size === 0;
  return {
    context,
    handlers,
    /** Localized text with the number of selected rows; empty without any. */
    status: count > 0 ? t(isWhole ? 'allSelected' : 'selectedCount', { count }) : '',
  };
}

/** Whether an event is of the row itself. React also passes it those of its menu, which is in a portal. */
const isInRow = ({ currentTarget, target }: SyntheticEvent): boolean =>
  currentTarget.contains(target as Node);

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
function handleKey(event: KeyboardEvent, list: ListContext): void {
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
  const mark = markNames.find((name) => marks[name].key.toLowerCase() === key);
  if (mark) return isTrash ? null : () => actions.setMark(bookmark, mark, !bookmark[mark]);
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

/**
 * On touch screens, which have no hover to show the box, a long press on a row selects it. One on the handle of a row
 * drags it.
 */
function beginPress({ pointerType, target, currentTarget }: PointerEvent, context: ListContext): void {
  const { press } = context;
  clearTimeout(press.timer);
  press.wasLong = false;
  press.origin = target;
  press.isTouch = pointerType === 'touch';
  const row = placeOf(currentTarget, context);
  const isHandle = target instanceof Element && target.closest('[data-sort-handle]') !== null;
  if (!press.isTouch || isHandle || row === null) return;
  press.timer = setTimeout(() => {
    press.wasLong = true;
    toggle(row, context);
  }, longMs);
}

/**
 * Opens the menu of a row instead of the browser's: by a right click, Shift+F10 or the context-menu key. On touch
 * screens a long press selects the row and opens neither.
 */
function openContextMenu(event: MouseEvent<HTMLElement>, context: ListContext): void {
  const row = event.currentTarget;
  const at = placeOf(row, context);
  if (context.press.isTouch) event.preventDefault();
  const bookmark = at && context.list.rows.get(at.place);
  if (context.press.isTouch || !bookmark) return;
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
  const row = placeOf(event.currentTarget, context);
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
