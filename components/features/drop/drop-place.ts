/** Where something is let go. */
export interface DropPlace {
  /** Null is the default collection. */
  readonly collection: string | null;
  readonly name: string | null;
}

/** The collection that an element stands for, by `data-drop-collection` and `data-drop-name` on it or around it. */
export function placeAt(target: EventTarget | null): DropPlace {
  const element = elementAt(target);
  return {
    collection: element?.dataset['dropCollection'] ?? null,
    name: element?.dataset['dropName'] ?? null,
  };
}

export const elementAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-drop-collection]') : null;
