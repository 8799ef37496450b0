import type { Database } from '@/provider/db/client';

/** A collection, as far as a suggestion depends on it. */
export interface KnownCollection {
  id: string;
  name: string;
  isDefault: boolean;
  isSmart: boolean;
  bookmarkCount: number;
}

const statement = {
  name: 'suggest-collections',
  text: `select id, name, is_default as "isDefault", smart is not null as "isSmart", bookmark_count as "bookmarkCount"
    from collections where space_id = $1 order by name_key, id`,
};

/** Every collection of a space. */
export const readCollections = async ({ $client }: Database, spaceId: string): Promise<KnownCollection[]> =>
  (await $client.query<KnownCollection>({ ...statement, values: [spaceId] })).rows;

/** Whether bookmarks can be filed into a collection: not the default one, which all leave, nor a smart one. */
export const isFiledInto = ({ isDefault, isSmart }: KnownCollection): boolean => !isDefault && !isSmart;
