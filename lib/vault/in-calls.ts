import { serviceLimits } from '@/lib/contract/service-limits';

/** What one call takes at most. */
export interface Room {
  readonly items: number;
  readonly characters: number;
}

/** What one call of the service takes of envelopes, with room for the text around them. */
export const callRoom: Room = { items: 5_000, characters: serviceLimits.envelopesBytes - 1024 * 1024 };

interface Item {
  readonly cipher: string;
}

/** Of an item beside its envelope: ids, times, collections. */
const otherCharacters = 512;

const weightOf = ({ cipher }: Item): number => cipher.length + otherCharacters;

/** Whether all of these go into one call. */
export const fitsCall = (items: readonly Item[], room: Room): boolean =>
  items.length <= room.items && items.reduce((sum, item) => sum + weightOf(item), 0) <= room.characters;

/** The items as several calls take them, in order: as many in each as there is room for, and at least one. */
export function* inCalls<T extends Item>(items: readonly T[], room: Room = callRoom): Generator<T[]> {
  let part: T[] = [];
  let characters = 0;
  for (const item of items) {
    const isFull = part.length === room.items || characters + weightOf(item) > room.characters;
    if (isFull && part.length > 0) {
      yield part;
      [part, characters] = [[], 0];
    }
    part.push(item);
    characters += weightOf(item);
  }
  if (part.length > 0) yield part;
}
