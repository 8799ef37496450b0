/** Sort field and direction of a list of bookmarks in one value, as the account stores them, in menu order. */
export const bookmarkSorts = [
  'created_at-DESC',
  'created_at-ASC',
  'title-ASC',
  'title-DESC',
  'last_accessed-DESC',
  'last_accessed-ASC',
  'order-ASC',
] as const;

/** The same for a list of collections. */
export const collectionSorts = [
  'created_at-DESC',
  'created_at-ASC',
  'name-ASC',
  'name-DESC',
  'last_accessed-DESC',
  'last_accessed-ASC',
  'order-ASC',
] as const;
