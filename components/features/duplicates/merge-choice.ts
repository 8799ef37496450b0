import { listScope } from '@/lib/bookmark/scope';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionRef } from '@/lib/contract/collections';
import { parseTags, printTags, uniqueTags } from '@/lib/domain/tags';

/** The user's choice for the kept bookmark; absent fields have their defaults. */
export interface MergeChoice {
  readonly keep: string;
  readonly title?: string;
  readonly createdAt?: string;
  readonly tags?: readonly string[];
  readonly collections?: readonly string[];
}

/** Values of a group of bookmarks that the kept one can take. */
export interface Offer {
  readonly titles: readonly string[];
  /** Dates of saving, earliest first. */
  readonly dates: readonly string[];
  readonly tags: readonly string[];
  /** Without the default collection, which only contains bookmarks that are in no other. */
  readonly collections: readonly CollectionRef[];
  /** Whether some are in the default collection; the kept one is in it only if it is in no other. */
  readonly hasDefault: boolean;
}

export function offerOf(bookmarks: readonly Bookmark[], defaultCollection: string | undefined): Offer {
  const refs = bookmarks.flatMap(({ collections }) => collections);
  return {
    titles: distinct(bookmarks.flatMap(({ title }) => (title ? [title] : []))),
    dates: distinctMinutes(bookmarks.map(({ createdAt }) => createdAt).toSorted()),
    tags: uniqueTags(bookmarks.flatMap(({ tags }) => parseTags(tags))),
    collections: [...new Map(refs.map((ref) => [ref.uuid, ref])).values()].filter(
      ({ uuid }) => uuid !== defaultCollection,
    ),
    hasDefault: refs.some(({ uuid }) => uuid === defaultCollection),
  };
}

const oldestFirst = listScope({ sortField: 'created_at', sortOrder: 'ASC' }).compare;

/**
 * Returns the bookmark to keep by default: one that is not broken, uses https, has the most visits, has the
 * shortest address, which contains the least tracking, and was saved first.
 */
export function suggestKeep(bookmarks: readonly Bookmark[]): string {
  const [best] = bookmarks
    .toSorted(oldestFirst)
    .sort(
      (a, b) =>
        Number(a.broken) - Number(b.broken) ||
        Number(isSecure(b)) - Number(isSecure(a)) ||
        b.visits - a.visits ||
        (a.url ?? '').length - (b.url ?? '').length,
    );
  return best?.uuid ?? '';
}

/** Returns all fields of the kept bookmark, chosen or not. */
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

/** Returns the request body that merges a group; it contains only fields that differ from the default merge. */
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

/** Returns times that differ in the minute, the precision that is displayed; of equal ones, the earliest. */
const distinctMinutes = (moments: readonly string[]): string[] =>
  moments.filter((moment, index) => moment.slice(0, 16) !== moments[index - 1]?.slice(0, 16));

const isSecure = ({ url }: Bookmark): boolean => url?.startsWith('https:') === true;
