/** Bookmarks of this page that are being dragged. */
export interface DraggedBookmarks {
  /** Adds them to a collection: moves them, or copies them if `copies` is set. */
  readonly dropOn: (collection: string, copies: boolean) => void;
}

let current: DraggedBookmarks | null = null;

/** Called by the list when a drag starts; the drag itself carries links, for other windows and programs. */
export const dragBookmarks = (dragged: DraggedBookmarks | null): void => {
  current = dragged;
};

export const draggedBookmarks = (): DraggedBookmarks | null => current;
