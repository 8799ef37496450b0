import type { BookmarkSort, CollectionSort } from '@/lib/contract/account';

/** Selectable sort orders, in menu order. */
export const bookmarkSorts = [
  'created_at-DESC',
  'created_at-ASC',
  'title-ASC',
  'title-DESC',
  'last_accessed-DESC',
  'last_accessed-ASC',
  'order-ASC',
] as const satisfies readonly BookmarkSort[];

export const collectionSorts = [
  'created_at-DESC',
  'created_at-ASC',
  'name-ASC',
  'name-DESC',
  'last_accessed-DESC',
  'last_accessed-ASC',
  'order-ASC',
] as const satisfies readonly CollectionSort[];

type FieldOf<S extends string> = S extends `${infer Field}-${'ASC' | 'DESC'}` ? Field : never;

export interface SortQuery<Field extends string> {
  sortField: Field;
  sortOrder: 'ASC' | 'DESC';
}

/** Splits the stored form of a sort order (`title-ASC`) into the two parameters of a list query. */
export function sortQuery<S extends BookmarkSort | CollectionSort>(sort: S): SortQuery<FieldOf<S>> {
  const dash = sort.lastIndexOf('-');
  return {
    sortField: sort.slice(0, dash) as FieldOf<S>,
    sortOrder: sort.endsWith('-ASC') ? 'ASC' : 'DESC',
  };
}
