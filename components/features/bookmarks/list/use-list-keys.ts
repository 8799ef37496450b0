'use client';

import type { KeyboardEvent } from 'react';
import { openEditor } from '@/components/features/bookmarks/editor-requests';
import type { BookmarkActions } from '@/components/features/bookmarks/use-bookmark-actions';
import { isTypingTarget } from '@/components/common/shortcut';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';

interface ListKeysOptions {
  find: (uuid: string) => Bookmark | undefined;
  actions: BookmarkActions;
  isTrash: boolean;
  onErase: (bookmark: Bookmark) => void;
}

const stopOf = (row: Element | null | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>('[data-focus]') ?? null;

/** The row before or behind one, over headings and gaps. */
function neighbor(row: Element, step: 'nextElementSibling' | 'previousElementSibling'): Element | null {
  let other = row[step];
  while (other !== null && !other.matches('[data-row]')) other = other[step];
  return other;
}

/** Keys of the row that holds the focus: j and k move, e edits, f marks, Delete deletes. Arrows are the list's own. */
export function useListKeys({ find, actions, isTrash, onErase }: ListKeysOptions) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target)) return;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    const bookmark = find(row?.dataset['row'] ?? '');
    if (row === null || bookmark === undefined) return;
    const run = commandOf(event.key, { row, bookmark, actions, isTrash, onErase });
    if (run === null) return;
    event.preventDefault();
    run();
  };
}

interface Situation extends Omit<ListKeysOptions, 'find'> {
  row: HTMLElement;
  bookmark: Bookmark;
}

function commandOf(
  key: string,
  { row, bookmark, actions, isTrash, onErase }: Situation,
): (() => void) | null {
  switch (key) {
    case 'j':
      return () => stopOf(neighbor(row, 'nextElementSibling'))?.focus();
    case 'k':
      return () => stopOf(neighbor(row, 'previousElementSibling'))?.focus();
    case 'e':
      return isTrash || bookmark.encrypted ? null : () => openEditor({ bookmark });
    case 'f':
      return isTrash ? null : () => actions.setFavorite(bookmark, !bookmark.favorite);
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

/** Puts the focus on the row that takes the place of one that goes, before it goes. */
function leaveAnd(row: HTMLElement, remove: () => void): void {
  const heir = neighbor(row, 'nextElementSibling') ?? neighbor(row, 'previousElementSibling');
  stopOf(heir)?.focus();
  remove();
}
