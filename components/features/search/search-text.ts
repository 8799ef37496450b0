import type { CollectionSummary } from '@/lib/contract/schemas/collection';
import { foldText } from '@/lib/domain/search-words';

/** An `@` at the end of the text, with what has been typed of the collection's name; null when there is none. */
export function collectionBeingTyped(text: string): string | null {
  return /(?:^|\s)@([^@]*)$/u.exec(text)?.[1] ?? null;
}

/** The text without the `@…` at its end. */
export const withoutCollection = (text: string): string => text.replace(/(?:^|\s)@[^@]*$/u, '').trimStart();

/** Collections whose names hold what was typed, those that begin with it first. */
export function matchingCollections(
  collections: readonly CollectionSummary[],
  nameOf: (collection: CollectionSummary) => string,
  typed: string,
): CollectionSummary[] {
  const wanted = foldText(typed.trim());
  const rank = (collection: CollectionSummary): number => foldText(nameOf(collection)).indexOf(wanted);
  return collections
    .filter((collection) => rank(collection) >= 0)
    .sort((a, b) => Math.sign(rank(a)) - Math.sign(rank(b)))
    .slice(0, 6);
}
