import { serviceLimits } from '@/lib/contract/service-limits';
import { type Room, split } from '@/lib/utils/split';

/** Limits for envelopes in one call of the service, with a reserve for the surrounding JSON. */
export const callRoom: Room = { items: 5_000, characters: serviceLimits.envelopesBytes - 1024 * 1024 };

interface Item {
  readonly cipher: string;
}

/** Estimated characters of an item besides its envelope: ids, times, collections. */
const otherCharacters = 512;

const weightOf = ({ cipher }: Item): number => cipher.length + otherCharacters;

/** Whether all items fit into one call. */
export const fitsCall = (items: readonly Item[], room: Room): boolean =>
  items.length <= room.items && items.reduce((sum, item) => sum + weightOf(item), 0) <= room.characters;

/** Splits items into calls, in order: as many in each as the limits allow, and at least one. */
export const inCalls = <T extends Item>(items: readonly T[], room: Room = callRoom): Generator<T[]> =>
  split(items, room, weightOf);
