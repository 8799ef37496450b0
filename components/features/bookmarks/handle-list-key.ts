import type { KeyboardEvent } from 'react';
import { isTypingTarget } from '@/components/common/shortcut';
import { editBookmark } from '@/components/features/bookmarks/edit-bookmark';
import type { ListContext } from '@/components/features/bookmarks/list-context';
import { extendFrom, placeOf, toggle } from '@/components/features/bookmarks/select-rows';
import type { Bookmark } from '@/lib/contract/bookmarks';

const stopOf = (row: Element | null | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>('[data-focus]') ?? null;

/** The row before or behind one, over headings and gaps. */
function neighbor(row: Element, step: 'nextElementSibling' | 'previousElementSibling'): Element | null {
  let other = row[step];
  while (other !== null && !other.matches('[data-row]')) other = other[step];
  return other;
}

/**
 * Keys of the row that holds the focus: j and k move, o and Space preview, e edits, f and h mark, x selects,
 * Delete deletes, and with Shift the arrows select from row to row. Arrows alone are handled by the list. While rows
 * are selected, f, h and Delete act on all of them, which the selection bar handles.
 */
export function handleListKey(event: KeyboardEvent, list: ListContext): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target)) return;
  // A key that waited for this code acts where the keys before it have led.
  const target = document.activeElement;
  const row = target?.closest<HTMLElement>('[data-row]') ?? null;
  const bookmark = [...list.list.rows.values()].find(({ uuid }) => uuid === row?.dataset['row']);
  if (row === null || bookmark === undefined) return;
  // Elsewhere in the row the space bar presses what holds the focus.
  if (event.key === ' ' && target !== stopOf(row)) return;
  const context = { ...list, row, bookmark };
  const run = event.shiftKey ? extensionOf(event.key, context) : commandOf(event.key, context);
  if (run === null) return;
  event.preventDefault();
  run();
}

interface Situation extends ListContext {
  readonly row: HTMLElement;
  readonly bookmark: Bookmark;
}

function commandOf(key: string, context: Situation): (() => void) | null {
  const { row, bookmark, actions, isTrash, onErase, count } = context;
  if (count > 0 && /^(?:f|h|Delete|Backspace)$/.test(key)) return null;
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
    case 'f':
      return isTrash ? null : () => actions.setFavorite(bookmark, !bookmark.favorite);
    case 'h':
      return isTrash ? null : () => actions.setHighlighted(bookmark, !bookmark.highlighted);
    case 'x': {
      const place = placeOf(row, context);
      return place && (() => toggle(place, context));
    }
    case 'Delete':
    case 'Backspace':
      return () => {
        if (isTrash) onErase(bookmark);
        else leaveAnd(row, () => actions.trash(bookmark));
      };
    default:
      return null;
  }
}

/** Shows the row beside the list, and the second time not any more. */
function previewOf({ row, bookmark, onPreview, ...list }: Situation): (() => void) | null {
  const at = placeOf(row, list);
  if (at === null) return null;
  return () =>
    onPreview((now) => (now?.bookmark.uuid === bookmark.uuid ? null : { place: at.place, bookmark }));
}

/** Shift and an arrow: the row and its neighbor, or one neighbor more than before. */
function extensionOf(key: string, context: Situation): (() => void) | null {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  const other = key in step ? neighbor(context.row, step[key as keyof typeof step]) : null;
  const [from, to] = [placeOf(context.row, context), placeOf(other, context)];
  if (from === null || to === null) return null;
  return () => {
    stopOf(other)?.focus();
    extendFrom(from, to, context);
  };
}

/** Puts the focus on the row that takes the place of one that goes, before it goes. */
function leaveAnd(row: HTMLElement, remove: () => void): void {
  const heir = neighbor(row, 'nextElementSibling') ?? neighbor(row, 'previousElementSibling');
  stopOf(heir)?.focus();
  remove();
}
