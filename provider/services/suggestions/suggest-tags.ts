import { limits } from '@/lib/contract/limits';
import { tagKey } from '@/lib/domain/tag-key';
import type { Database } from '@/provider/db/client';
import type { PageWords } from '@/provider/services/suggestions/page-words';
import { isNaming } from '@/provider/services/suggestions/plain-words';
import type { ReadNeighbour } from '@/provider/services/suggestions/read-neighbours';

export interface SuggestedTag {
  name: string;
  isNew: boolean;
}

const tagsMax = 6;
const newMax = 2;
/** A tag is shared by at least so much of what is like the page. */
const leastShare = 0.25;

const statement = {
  name: 'suggest-tags',
  text: `select key, name from tags where space_id = $1 and key = any ($2::text[])`,
};

/** Tags for a page: those that stand in its title, then those of bookmarks like it, then new ones of its title. */
export async function suggestTags(
  { $client }: Database,
  spaceId: string,
  { words }: PageWords,
  neighbours: readonly ReadNeighbour[],
): Promise<SuggestedTag[]> {
  const said = words.filter(({ weight }) => weight === 1).flatMap(({ root, shown }) => [tagKey(shown), root]);
  const shared = sharedTags(neighbours);
  const { rows } = await $client.query<{ key: string; name: string }>({
    ...statement,
    values: [spaceId, [...new Set([...said, ...shared])]],
  });
  const names = new Map(rows.map(({ key, name }) => [key, name]));
  const existing = [...new Set([...said, ...shared])].flatMap((key) => names.get(key) ?? []);
  const fresh = words
    .filter(({ root, shown, weight }) => weight === 1 && isNaming(root) && shown.length <= limits.tagLength)
    .map(({ shown }) => shown.toLowerCase())
    .filter((name) => !names.has(tagKey(name)))
    .slice(0, newMax);
  return [
    ...existing.map((name) => ({ name, isNew: false })),
    ...fresh.map((name) => ({ name, isNew: true })),
  ].slice(0, tagsMax);
}

/** Keys of the tags that the likest bookmarks have in common, the most shared first. */
function sharedTags(neighbours: readonly ReadNeighbour[]): string[] {
  const likeness = new Map<string, number>();
  const seen = new Set<string>();
  let all = 0;
  for (const { id, likeness: own, tags } of neighbours) {
    if (seen.has(id)) continue;
    seen.add(id);
    all += own;
    for (const tag of tags) likeness.set(tagKey(tag), (likeness.get(tagKey(tag)) ?? 0) + own);
  }
  return [...likeness]
    .filter(([, sum]) => sum >= leastShare * all)
    .sort((a, b) => b[1] - a[1])
    .map(([key]) => key);
}
