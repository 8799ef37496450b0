import { foldText } from '@/lib/domain/search-words';

/** Equal for names that a reader takes for the same: case, accents and the width of spaces do not count. */
export const nameKey = (name: string): string => foldText(name).trim().replace(/\s+/g, ' ');

/** The one of some named things whose name a typed one repeats; an empty name repeats none. */
export function findSameName<T extends { readonly uuid: string; readonly name: string }>(
  typed: string,
  others: readonly T[],
  own: string | undefined,
): T | undefined {
  const key = nameKey(typed);
  return key === '' ? undefined : others.find((one) => one.uuid !== own && nameKey(one.name) === key);
}
