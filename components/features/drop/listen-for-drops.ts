import { create } from 'zustand';
import { draggedBookmarks } from '@/components/entities/dragged-bookmarks';
import {
  type DroppedData,
  holdsFiles,
  mayHoldLinks,
  takeDropped,
} from '@/components/features/drop/dropped-data';

export interface Dropped {
  readonly data: DroppedData;
  readonly place: DropPlace;
}

/** Dropped links that the panel has not taken yet. */
export const useDropped = create<{ readonly dropped: readonly Dropped[] }>(() => ({ dropped: [] }));

/** Whether the drag started on this page: dragging a text selection, a picture or the like has no effect here. */
let isOwnDrag = false;

/** Whether the target handles the drop. A file is useless in a text field. */
const handlesDrop = ({ target, dataTransfer }: DragEvent): boolean =>
  target instanceof Element &&
  target.closest(
    holdsFiles(dataTransfer)
      ? 'input[type=file], [role=dialog]'
      : 'input, textarea, select, [contenteditable], [role=dialog]',
  ) !== null;

/** Whether links from elsewhere are over an area where they can be dropped. */
export const areLinksOver = (event: DragEvent): boolean =>
  !isOwnDrag && !event.defaultPrevented && !handlesDrop(event) && mayHoldLinks(event.dataTransfer);

/** Prevents the browser from leaving the page to open a file that was dropped outside any target. */
function refuseFile(event: DragEvent): void {
  const { target, dataTransfer } = event;
  const isInput = target instanceof Element && target.closest('input[type=file]') !== null;
  if (event.defaultPrevented || isInput || !dataTransfer || !holdsFiles(dataTransfer)) return;
  event.preventDefault();
  dataTransfer.dropEffect = 'none';
}

/** Returns the collection in the menu under the pointer. */
const entryAt = (target: EventTarget | null): HTMLElement | null =>
  elementAt(target, 'nav [data-drop-collection]');

/**
 * Handles drops on the page: links from elsewhere go to the store, bookmarks of the page to the collection in
 * the menu under the pointer. `onNear` is called whenever links from elsewhere are over the page. Without this
 * a browser would leave the page to open the dropped data.
 */
export function listenForDrops(onNear: () => void): () => void {
  const begin = () => (isOwnDrag = true);
  const end = () => {
    isOwnDrag = false;
    markPlace(null);
  };
  const over = (event: DragEvent) => {
    const entry = entryAt(event.target);
    const isAccepted = draggedBookmarks() === null ? areLinksOver(event) : entry !== null;
    markPlace(isAccepted ? entry : null);
    if (!isAccepted) {
      refuseFile(event);
      return;
    }
    event.preventDefault();
    if (draggedBookmarks() !== null) return;
    onNear();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  };
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) markPlace(null);
  };
  const drop = (event: DragEvent) => {
    const entry = entryAt(event.target);
    const own = draggedBookmarks();
    markPlace(null);
    if (own && entry) {
      event.preventDefault();
      own.dropOn(entry.dataset['dropCollection'] ?? '', event.ctrlKey || event.altKey);
    } else if (event.dataTransfer && areLinksOver(event)) {
      event.preventDefault();
      const one = { data: takeDropped(event.dataTransfer), place: placeAt(event.target) };
      useDropped.setState(({ dropped }) => ({ dropped: [...dropped, one] }));
    }
  };
  const listeners = {
    dragstart: begin,
    dragend: end,
    dragenter: over,
    dragover: over,
    dragleave: leave,
    drop,
  };
  const entries = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][];
  for (const [type, listener] of entries) window.addEventListener(type, listener);
  return () => {
    for (const [type, listener] of entries) window.removeEventListener(type, listener);
  };
}

/** Target of a drop. */
export interface DropPlace {
  /** Null is the default collection. */
  readonly collection: string | null;
  readonly name: string | null;
}

/**
 * Returns the collection element that accepts a drop: `data-drop-collection` has the uuid, `data-drop-name` the
 * name. `selector` narrows the elements.
 */
const elementAt = (target: EventTarget | null, selector = '[data-drop-collection]'): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

export function placeAt(target: EventTarget | null): DropPlace {
  const { dropCollection = null, dropName = null } = elementAt(target)?.dataset ?? {};
  return { collection: dropCollection, name: dropName };
}

let marked: HTMLElement | null = null;

/** Highlights a menu entry as the drop target; null highlights none. */
function markPlace(element: HTMLElement | null): void {
  if (marked === element) return;
  marked?.removeAttribute('data-drop-over');
  element?.setAttribute('data-drop-over', '');
  marked = element;
}
