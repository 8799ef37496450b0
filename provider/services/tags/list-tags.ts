import type { TagCount } from '@/lib/contract/schemas/tag';
import type { Database } from '@/provider/db/client';

/** Every tag of a space with the number of its bookmarks outside the trash, the most used first. */
export async function listTags({ $client }: Database, spaceId: string): Promise<TagCount[]> {
  const { rows } = await $client.query<TagCount>({
    name: 'tags-of-space',
    text: 'select name, bookmark_count as count from tags where space_id = $1 order by bookmark_count desc, key',
    values: [spaceId],
  });
  return rows;
}
