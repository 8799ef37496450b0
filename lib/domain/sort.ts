import type { BookmarkSort, CollectionSort } from '@/lib/contract/account';

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
