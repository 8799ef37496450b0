'use client';

import { useEffect, useState } from 'react';
import { draggedBookmarks } from '@/components/entities/dragged-bookmarks';
import { placeAt, type DropPlace } from '@/components/features/drop/drop-place';
import { holdsFiles, isBookmarkFile } from '@/components/features/drop/dropped-data';
import { areLinksOver } from '@/components/features/drop/listen-for-drops';

/** What is held over the page, and where it would go. */
export interface HeldOver extends DropPlace {
  /** A file whose kind the browser does not tell before it is let go may be either. */
  readonly holds: 'links' | 'bookmarkFile' | 'file';
}

function heldIn(transfer: DataTransfer | null): HeldOver['holds'] {
  if (transfer === null || !holdsFiles(transfer)) return 'links';
  const files = [...transfer.items].filter(({ kind }) => kind === 'file');
  return files.some(isBookmarkFile) ? 'bookmarkFile' : 'file';
}

/** What is held over the page; null while nothing is that it takes. */
export function useLinksOver(): HeldOver | null {
  const [place, setPlace] = useState<HeldOver | null>(null);
  useEffect(() => {
    let last = 0;
    const over = (event: DragEvent) => {
      // The listener of the page has welcomed it already.
      const isWelcome = event.defaultPrevented ? draggedBookmarks() === null : areLinksOver(event);
      if (!isWelcome) return;
      const next = { ...placeAt(event.target), holds: heldIn(event.dataTransfer) };
      const isSame = (now: HeldOver | null) =>
        now?.collection === next.collection && now.name === next.name && now.holds === next.holds;
      setPlace((now) => (isSame(now) ? now : next));
      // Nothing tells that a drag was given up over the page: the stream of `dragover` ends.
      clearTimeout(last);
      last = window.setTimeout(end, 300);
    };
    const end = () => setPlace(null);
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) end();
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', end);
    return () => {
      clearTimeout(last);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', end);
    };
  }, []);
  return place;
}
