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
export const elementAt = (
  target: EventTarget | null,
  selector = '[data-drop-collection]',
): HTMLElement | null => (target instanceof Element ? target.closest<HTMLElement>(selector) : null);

export function placeAt(target: EventTarget | null): DropPlace {
  const { dropCollection = null, dropName = null } = elementAt(target)?.dataset ?? {};
  return { collection: dropCollection, name: dropName };
}

let marked: HTMLElement | null = null;

/** Highlights a menu entry as the drop target; null highlights none. */
export function markPlace(element: HTMLElement | null): void {
  if (marked === element) return;
  marked?.removeAttribute('data-drop-over');
  element?.setAttribute('data-drop-over', '');
  marked = element;
}
