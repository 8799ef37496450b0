import { isBlank } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import { uniqueTags } from '@/lib/domain/tags';
import { isBetterUrl } from '@/lib/domain/url-key';

/** What of an entry is put together with another entry for the same page. */
export interface RepeatedEntry {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly favorite: boolean;
  readonly highlighted: boolean;
  readonly addedAt: Date | null;
  readonly modifiedAt: Date | null;
  readonly visitedAt: Date | null;
  readonly visits: number;
  readonly extra: Readonly<Record<string, string>> | null;
}

/**
 * One entry of two for the same page: the first title, the better url, the longer description, all tags, the earlier
 * creation, the later change and visit, the larger number of visits. Where both are as good, the first one counts.
 */
export function combineRepeats(first: RepeatedEntry, second: RepeatedEntry): RepeatedEntry {
  return {
    url: isBetterUrl(second.url, first.url) ? second.url : first.url,
    title: isBlank(first.title) ? second.title : first.title,
    description: longer(first.description, second.description),
    tags: uniqueTags([...first.tags, ...second.tags]).slice(0, limits.tagsPerBookmark),
    favorite: first.favorite || second.favorite,
    highlighted: first.highlighted || second.highlighted,
    addedAt: earlier(first.addedAt, second.addedAt),
    modifiedAt: later(first.modifiedAt, second.modifiedAt),
    visitedAt: later(first.visitedAt, second.visitedAt),
    visits: Math.max(first.visits, second.visits),
    extra: first.extra === null ? second.extra : { ...second.extra, ...first.extra },
  };
}

const longer = (first: string, second: string): string => (second.length > first.length ? second : first);

const earlier = (first: Date | null, second: Date | null): Date | null =>
  first === null || (second !== null && second < first) ? second : first;

const later = (first: Date | null, second: Date | null): Date | null =>
  first === null || (second !== null && second > first) ? second : first;
