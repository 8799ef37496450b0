import { createRequests } from '@/components/common/requests';
import { draggedBookmarks } from '@/components/entities/dragged-bookmarks';
import { mayHoldLinks, takeDropped, type DroppedData } from '@/components/features/drop/dropped-data';
import { placeAt, type DropPlace } from '@/components/features/drop/drop-place';

export interface Dropped {
  readonly data: DroppedData;
  readonly place: DropPlace;
}

const drops = createRequests<Dropped>();
export const onDropped = drops.onRequest;

/** A text selection, a picture or anything else of this page that is dragged over it stays what it is. */
let isFromHere = false;

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null;

/** Links from elsewhere, over a place where they can be let go. */
export const areLinksOver = (event: DragEvent): boolean =>
  !isFromHere && !event.defaultPrevented && !isEditable(event.target) && mayHoldLinks(event.dataTransfer);

/** Bookmarks of this page, over a collection. */
const areBookmarksOver = (event: DragEvent): boolean =>
  draggedBookmarks() !== null && placeAt(event.target).collection !== null;

/**
 * Takes what is dropped on the page: links from elsewhere are told to `onDropped`, bookmarks of the page itself go to
 * the collection that they are let go on. `onNear` is called whenever links from elsewhere are over the page. Without
 * this a browser would leave the page for what was dropped.
 */
export function listenForDrops(onNear: () => void): () => void {
  const begin = () => (isFromHere = true);
  const end = () => (isFromHere = false);
  const over = (event: DragEvent) => {
    if (areBookmarksOver(event)) event.preventDefault();
    else if (areLinksOver(event)) {
      onNear();
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    }
  };
  const drop = (event: DragEvent) => {
    const place = placeAt(event.target);
    const own = draggedBookmarks();
    if (own && place.collection !== null) {
      event.preventDefault();
      own.dropOn(place.collection, event.ctrlKey || event.altKey);
    } else if (event.dataTransfer && areLinksOver(event)) {
      event.preventDefault();
      drops.ask({ data: takeDropped(event.dataTransfer), place });
    }
  };
  const listeners = { dragstart: begin, dragend: end, dragenter: over, dragover: over, drop } as const;
  const entries = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][];
  for (const [type, listener] of entries) window.addEventListener(type, listener);
  return () => {
    for (const [type, listener] of entries) window.removeEventListener(type, listener);
  };
}
