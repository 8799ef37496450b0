'use client';

import { useCallback, useRef, useState } from 'react';
import type { ListItem, RowPages } from '@/components/features/bookmarks/bookmark-source';
import { focusRow } from '@/components/features/bookmarks/preview-frame';
import { placeIn } from '@/components/features/bookmarks/use-preview';
import { spot, useNotedSpot } from '@/components/features/bookmarks/views/use-view';

interface Scrollable {
  readonly scrollToIndex: (index: number, options: { align: 'center' }) => void;
}

/**
 * Begins a view where the former one of the same list was left: scrolls there, and gives the row its focus back. Until
 * then, keys have to wait.
 */
export function useSpot(key: string, list: Pick<RowPages, 'rows'>, items: readonly ListItem[]) {
  useNotedSpot(key);
  const [start] = useState(() => {
    const at = spot.list === key && spot.uuid !== undefined ? placeIn(list, spot.uuid) : null;
    return at && { index: items.indexOf(at.place), uuid: at.bookmark.uuid, isFocused: spot.isFocused };
  });
  const [isWaiting, setWaiting] = useState(start?.isFocused === true);
  const isDone = useRef(false);
  const onMount = useCallback(
    (view: Scrollable) => {
      if (start === null || isDone.current) return;
      isDone.current = true;
      view.scrollToIndex(start.index, { align: 'center' });
      if (start.isFocused) focusWhenDrawn(start.uuid, () => setWaiting(false));
    },
    [start],
  );
  return { onMount, isWaiting };
}

/** The row is drawn after the view was scrolled to it. */
function focusWhenDrawn(uuid: string, done: () => void, tries = 20): void {
  if (focusRow(uuid) || tries === 0) done();
  else requestAnimationFrame(() => focusWhenDrawn(uuid, done, tries - 1));
}
