import type { Input } from '@/lib/contract';
import type { TagCount } from '@/lib/contract/tags';
import { tagKey } from '@/lib/domain/tag-key';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery, minutes } from '@/lib/api/endpoint';

export const tagQueries = {
  list: () => endpointQuery('tags.list', {}, { staleTime: minutes(5) }),
};

/** A change to all bookmarks of a tag, by the call that can be taken back, with what it makes of the list of tags. */
type OnTag = Input<'bookmarks.bulk'> & { readonly tags?: (tags: TagCount[]) => TagCount[] };

// One after another: a tag can be renamed again before the first answer is here.
const scope = 'tags';

export const tagMutations = {
  rename: () =>
    endpointMutation('tags.renameNamed', {
      scope,
      optimistic: ({ body }) => ({ tags: (tags) => renameIn(tags, body.tag, body.name) }),
    }),
  change: () =>
    endpointMutation<'bookmarks.bulk', OnTag>('bookmarks.bulk', {
      scope,
      optimistic: ({ tags }) => (tags === undefined ? [] : { tags }),
    }),
};

const isTag =
  (name: string) =>
  (tag: TagCount): boolean =>
    tagKey(tag.name) === tagKey(name);

/** The tags after one has another name. Where the name is another tag's, how many have either of the two is a guess. */
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
