/** Limits of one part. */
export interface Room {
  readonly items: number;
  readonly characters: number;
}

/** Splits items into parts, in order: as many in each as the limits allow, and at least one. */
export function* split<T>(
  items: readonly T[],
  room: Room,
  charactersOf: (item: T) => number,
): Generator<T[]> {
  let part: T[] = [];
  let characters = 0;
  for (const item of items) {
    const isFull = part.length === room.items || characters + charactersOf(item) > room.characters;
    if (isFull && part.length > 0) {
      yield part;
      [part, characters] = [[], 0];
    }
    part.push(item);
    characters += charactersOf(item);
  }
  if (part.length > 0) yield part;
}
