import { foldText } from '@/lib/domain/search-words';

/** Comparison key of a name: ignores case, accents and the amount of white space. */
export const nameKey = (name: string): string => foldText(name).trim().replace(/\s+/g, ' ');

/** Returns the item with the same name as a typed one; none for an empty name. */
export function findSameName<T extends { readonly uuid: string; readonly name: string }>(
  typed: string,
  others: readonly T[],
  own: string | undefined,
): T | undefined {
  const key = nameKey(typed);
  return key === '' ? undefined : others.find((one) => one.uuid !== own && nameKey(one.name) === key);
}
