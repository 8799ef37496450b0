import type { Database } from '@/provider/db/client';
import type { Neighbour } from '@/provider/services/suggestions/find-clues';

export interface ReadNeighbour extends Neighbour {
  title: string;
  tags: readonly string[];
}

/** A collection each, and those most alike: more are not looked at. */
const readMax = 64;

const statement = {
  name: 'suggest-neighbours',
  text: `select id, title, url, tags from bookmarks
    where id = any ($1::uuid[]) and space_id = $2 and deleted_at is null and not encrypted`,
};

/** The titles and tags of bookmarks that are like a page, in the same order. */
export async function readNeighbours(
  { $client }: Database,
  spaceId: string,
  neighbours: readonly Neighbour[],
): Promise<ReadNeighbour[]> {
  const first = neighbours.slice(0, readMax);
  if (first.length === 0) return [];
  const { rows } = await $client.query<{ id: string; title: string; url: string; tags: string[] }>({
    ...statement,
    values: [first.map(({ id }) => id), spaceId],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return first.flatMap((neighbour) => {
    const row = byId.get(neighbour.id);
    return row ? [{ ...neighbour, title: row.title.trim() || row.url, tags: row.tags }] : [];
  });
}
