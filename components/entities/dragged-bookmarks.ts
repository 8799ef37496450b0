/** Bookmarks of this page that are being dragged. */
export interface DraggedBookmarks {
  /** Puts them into a collection: they leave where they are shown, or stay there too. */
  readonly dropOn: (collection: string, copies: boolean) => void;
}

let current: DraggedBookmarks | null = null;

/** Said by the list when a drag begins; the drag itself carries links, for other windows and programs. */
export const dragBookmarks = (dragged: DraggedBookmarks | null): void => {
  current = dragged;
};

export const draggedBookmarks = (): DraggedBookmarks | null => current;
