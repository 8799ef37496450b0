import type { TagCount } from '@/lib/contract/tags';
import { foldText } from '@/lib/domain/search-words';

export type TagSort = 'count' | 'name';
export const tagSorts: readonly TagSort[] = ['count', 'name'];

/** Returns the tags whose names contain the typed text, sorted by the rules of the locale. */
export function findTags<Tag extends TagCount>(
  tags: readonly Tag[],
  { text, sort, locale }: { text: string; sort: TagSort; locale: string },
): Tag[] {
  const wanted = foldText(text.trim());
  const found = wanted === '' ? tags : tags.filter(({ name }) => foldText(name).includes(wanted));
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return found.toSorted((a, b) => (sort === 'count' ? b.count - a.count : 0) || compare(a.name, b.name));
}
