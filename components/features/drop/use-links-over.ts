'use client';

import { useEffect, useState } from 'react';
import { draggedBookmarks } from '@/components/entities/dragged-bookmarks';
import { placeAt, type DropPlace } from '@/components/features/drop/drop-place';
import { areLinksOver } from '@/components/features/drop/listen-for-drops';

/** Where the links that are held over the page would go; null while none are. */
export function useLinksOver(): DropPlace | null {
  const [place, setPlace] = useState<DropPlace | null>(null);
  useEffect(() => {
    let last = 0;
    const over = (event: DragEvent) => {
      // The listener of the page has welcomed it already.
      const isWelcome = event.defaultPrevented ? draggedBookmarks() === null : areLinksOver(event);
      if (!isWelcome) return;
      const next = placeAt(event.target);
      setPlace((now) => (now?.collection === next.collection && now.name === next.name ? now : next));
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
