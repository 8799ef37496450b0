import type { Highlight, ListedHighlight } from '@/lib/contract/highlights';
import type { HighlightColor } from '@/lib/contract/highlight-colors';
import { foldText } from '@/lib/domain/search-words';
import { tagKey } from '@/lib/domain/tag-key';
import { parseTags } from '@/lib/domain/tags';
import { type OfflineLibrary, withDatabase } from '@/lib/offline/offline-store';

/** An annotation of a kept text, with the collections of its bookmark. */
export interface OfflineAnnotation extends ListedHighlight {
  readonly collections: readonly string[];
}

/** What annotations have to have; null for any. */
export interface OfflineAnnotationFilter {
  /** Words in the passage, the note, the tags or the title. */
  readonly query: string;
  readonly color: HighlightColor | null;
  readonly collection: string | null;
  readonly tag: string | null;
  readonly order: 'ASC' | 'DESC';
}

/** Returns the annotations of the texts that are kept on this device. */
export const loadOfflineAnnotations = (): Promise<Highlight[]> =>
  withDatabase('fail', async (database) => {
    const found: Highlight[] = [];
    let cursor = await database.transaction('texts').store.openCursor();
    for (; cursor; cursor = await cursor.continue()) found.push(...cursor.value.annotations);
    return found;
  }).catch(() => []);

/** Adds the pages; annotations of bookmarks that the library does not contain, or that are encrypted, are left out. */
export function withPages(
  annotations: readonly Highlight[],
  { spaces }: Pick<OfflineLibrary, 'spaces'>,
): OfflineAnnotation[] {
  const bookmarks = new Map(spaces.flatMap((space) => space.bookmarks.map((one) => [one.uuid, one])));
  return annotations.flatMap((annotation) => {
    const bookmark = bookmarks.get(annotation.bookmark);
    if (bookmark === undefined || bookmark.encrypted) return [];
    const uuids = bookmark.collections.map(({ uuid }) => uuid);
    const { title, url, domain } = bookmark;
    return [{ ...annotation, page: { title: title ?? '', url: url ?? '', domain }, collections: uuids }];
  });
}

/** Filters and sorts annotations like the service. */
export function filterAnnotations(
  annotations: readonly OfflineAnnotation[],
  { query, color, collection, tag, order }: OfflineAnnotationFilter,
): OfflineAnnotation[] {
  const words = foldText(query).split(/\s+/);
  const direction = order === 'ASC' ? 1 : -1;
  return annotations
    .filter((one) => {
      const text = foldText([one.quote, one.note, one.tags, one.page.title].join(' '));
      return (
        (color === null || one.color === color) &&
        (collection === null || one.collections.includes(collection)) &&
        (tag === null || parseTags(one.tags).some((name) => tagKey(name) === tagKey(tag))) &&
        words.every((word) => text.includes(word))
      );
    })
    .sort((a, b) => direction * (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)));
}
