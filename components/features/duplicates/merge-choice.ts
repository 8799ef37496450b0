import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionRef } from '@/lib/contract/collections';
import { parseTags, printTags, uniqueTags } from '@/lib/domain/tags';

/** What somebody chose for the bookmark that stays; what is absent is as it would be without a choice. */
export interface MergeChoice {
  readonly keep: string;
  readonly title?: string;
  readonly createdAt?: string;
  readonly tags?: readonly string[];
  readonly collections?: readonly string[];
}

/** All that a group of bookmarks brings to the one that stays. */
export interface Offer {
  readonly titles: readonly string[];
  /** When they were saved, the earliest first. */
  readonly dates: readonly string[];
  readonly tags: readonly string[];
  /** Without the default collection, where only those are that are in no other. */
  readonly collections: readonly CollectionRef[];
  /** Some are in the default collection, where the one that stays is only without any other. */
  readonly hasDefault: boolean;
}

export function offerOf(bookmarks: readonly Bookmark[], defaultCollection: string | undefined): Offer {
  const refs = bookmarks.flatMap(({ collections }) => collections);
  return {
    titles: distinct(bookmarks.flatMap(({ title }) => (title ? [title] : []))),
    dates: apart(bookmarks.map(({ createdAt }) => createdAt).toSorted()),
    tags: uniqueTags(bookmarks.flatMap(({ tags }) => parseTags(tags))),
    collections: [...new Map(refs.map((ref) => [ref.uuid, ref])).values()].filter(
      ({ uuid }) => uuid !== defaultCollection,
    ),
    hasDefault: refs.some(({ uuid }) => uuid === defaultCollection),
  };
}

/**
 * The bookmark that is best kept: one whose page is there, by https, visited most, with the shortest address, which has
 * the least tracking in it, saved first.
 */
export function suggestKeep(bookmarks: readonly Bookmark[]): string {
  const [best] = bookmarks.toSorted(
    (a, b) =>
      Number(a.broken) - Number(b.broken) ||
      Number(isSecure(b)) - Number(isSecure(a)) ||
      b.visits - a.visits ||
      (a.url ?? '').length - (b.url ?? '').length ||
      (a.createdAt < b.createdAt ? -1 : 1),
  );
  return best?.uuid ?? '';
}

/** Everything that the bookmark that stays will say, chosen or not. */
export function settled(
  bookmarks: readonly Bookmark[],
  choice: MergeChoice,
  offer: Offer,
): Required<MergeChoice> {
  const kept = bookmarks.find(({ uuid }) => uuid === choice.keep);
  return {
    title: kept?.title || (offer.titles[0] ?? ''),
    createdAt: offer.dates[0] ?? '',
    tags: offer.tags,
    collections: offer.collections.map(({ uuid }) => uuid),
    ...choice,
  };
}

/** The call that merges a group; it names only what is not put together anyway. */
export function mergeBody(
  bookmarks: readonly Bookmark[],
  choice: MergeChoice,
  offer: Offer,
): Input<'bookmarks.merge'>['body'] {
  const { keep, title, createdAt, tags, collections } = settled(bookmarks, choice, offer);
  const kept = bookmarks.find(({ uuid }) => uuid === keep);
  const isChosen =
    collections.length < offer.collections.length || (offer.hasDefault && collections.length > 0);
  return {
    keep,
    uuids: bookmarks.filter(({ uuid }) => uuid !== keep).map(({ uuid }) => uuid),
    ...(title !== (kept?.title ?? '') && { title }),
    ...(createdAt !== offer.dates[0] && { createdAt }),
    ...(tags.length < offer.tags.length && { tags: printTags(tags) }),
    ...(isChosen && { collections: [...collections] }),
  };
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Moments that differ by the minute, as far as people are shown them; of those that do not, the earliest. */
const apart = (moments: readonly string[]): string[] =>
  moments.filter((moment, index) => moment.slice(0, 16) !== moments[index - 1]?.slice(0, 16));

const isSecure = ({ url }: Bookmark): boolean => url?.startsWith('https:') === true;
