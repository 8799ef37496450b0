'use client';

import type { KeyboardEvent } from 'react';
import { openEditor } from '@/components/features/bookmarks/editor-requests';
import type { RowPlace } from '@/components/features/bookmarks/select/selection';
import type { ListSelection } from '@/components/features/bookmarks/select/use-selection';
import type { BookmarkActions } from '@/components/features/bookmarks/use-bookmark-actions';
import { isTypingTarget } from '@/components/common/shortcut';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';

interface ListKeysOptions {
  find: (uuid: string) => Bookmark | undefined;
  actions: BookmarkActions;
  isTrash: boolean;
  onErase: (bookmark: Bookmark) => void;
  selecting: ListSelection;
  placeOf: (row: Element) => RowPlace | null;
}

const stopOf = (row: Element | null | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>('[data-focus]') ?? null;

/** The row before or behind one, over headings and gaps. */
function neighbor(row: Element, step: 'nextElementSibling' | 'previousElementSibling'): Element | null {
  let other = row[step];
  while (other !== null && !other.matches('[data-row]')) other = other[step];
  return other;
}

/**
 * Keys of the row that holds the focus: j and k move, e edits, f marks, x selects, Delete deletes, and with Shift the
 * arrows select from row to row. Arrows alone are the list's own. While rows are selected, what f and Delete do to all
 * of them is their bar's part.
 */
export function useListKeys({ find, ...options }: ListKeysOptions) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target)) return;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    const bookmark = find(row?.dataset['row'] ?? '');
    if (row === null || bookmark === undefined) return;
    const situation = { row, bookmark, ...options };
    const run = event.shiftKey ? extensionOf(event.key, situation) : commandOf(event.key, situation);
    if (run === null) return;
    event.preventDefault();
    run();
  };
}

interface Situation extends Omit<ListKeysOptions, 'find'> {
  row: HTMLElement;
  bookmark: Bookmark;
}

function commandOf(key: string, situation: Situation): (() => void) | null {
  const { row, bookmark, actions, isTrash, onErase, selecting, placeOf } = situation;
  if (selecting.isSelecting && /^(?:f|Delete|Backspace)$/.test(key)) return null;
  switch (key) {
    case 'j':
      return () => stopOf(neighbor(row, 'nextElementSibling'))?.focus();
    case 'k':
      return () => stopOf(neighbor(row, 'previousElementSibling'))?.focus();
    case 'e':
      return isTrash || bookmark.encrypted ? null : () => openEditor({ bookmark });
    case 'f':
      return isTrash ? null : () => actions.setFavorite(bookmark, !bookmark.favorite);
    case 'x': {
      const place = placeOf(row);
      return place && (() => selecting.toggle(place));
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

/** Shift and an arrow: the row and its neighbor, or one neighbor more than before. */
function extensionOf(key: string, { row, selecting, placeOf }: Situation): (() => void) | null {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  const other = key in step ? neighbor(row, step[key as keyof typeof step]) : null;
  const [from, to] = [placeOf(row), other && placeOf(other)];
  if (from === null || to === null) return null;
  return () => {
    stopOf(other)?.focus();
    selecting.extendFrom(from, to);
  };
}

/** Puts the focus on the row that takes the place of one that goes, before it goes. */
function leaveAnd(row: HTMLElement, remove: () => void): void {
  const heir = neighbor(row, 'nextElementSibling') ?? neighbor(row, 'previousElementSibling');
  stopOf(heir)?.focus();
  remove();
}
