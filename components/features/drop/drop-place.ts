/** Where something is let go. */
export interface DropPlace {
  /** Null is the default collection. */
  readonly collection: string | null;
  readonly name: string | null;
}

/**
 * The element of a collection that takes what is let go on it: `data-drop-collection` holds the uuid, `data-drop-name`
 * the name. `selector` narrows which ones count.
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

/** Shows on which entry of the menu something would be let go; null shows none. */
export function markPlace(element: HTMLElement | null): void {
  if (marked === element) return;
  marked?.removeAttribute('data-drop-over');
  element?.setAttribute('data-drop-over', '');
  marked = element;
}
