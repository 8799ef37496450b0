import type { TagCount } from '@/lib/contract/tags';
import { tagKey } from '@/lib/domain/tag-key';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery, minutes } from '@/lib/api/endpoint';

export const tagQueries = {
  list: () => endpointQuery('tags.list', {}, { staleTime: minutes(5) }),
};

// Serializes writes: a tag can be renamed again before the first response arrives.
const scope = 'tags';

export const tagMutations = {
  rename: () =>
    endpointMutation('tags.renameNamed', {
      scope,
      optimistic: ({ body }) => ({ tags: (tags) => renameIn(tags, body.tag, body.name) }),
    }),
  delete: () =>
    endpointMutation('tags.deleteNamed', {
      scope,
      optimistic: ({ body }) => ({ tags: (tags) => withoutTag(tags, body.tag) }),
    }),
};

const isTag =
  (name: string) =>
  (tag: TagCount): boolean =>
    tagKey(tag.name) === tagKey(name);

/** Returns the tags after a rename. If the new name is another tag's, the merged count is an estimate. */
export function renameIn(tags: readonly TagCount[], from: string, to: string): TagCount[] {
  const old = tags.find(isTag(from));
  const known = tagKey(from) === tagKey(to) ? undefined : tags.find(isTag(to));
  if (old === undefined) return [...tags];
  if (known === undefined) return tags.map((tag) => (tag === old ? { ...old, name: to } : tag));
  const count = Math.max(old.count, known.count);
  return tags.flatMap((tag) => (tag === old ? [] : tag === known ? [{ ...known, count }] : [tag]));
}

export const withoutTag = (tags: readonly TagCount[], name: string): TagCount[] =>
  tags.filter((tag) => !isTag(name)(tag));
