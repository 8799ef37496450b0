import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { TagCount } from '@/lib/contract/schemas/tag';
import { tagKey } from '@/lib/domain/tag-key';
import { parseTags } from '@/lib/domain/tags';
import { noneOpened, openedTexts, watchOpened, type OpenedTexts } from '@/lib/vault/opened';
import { vaultState, watchVault } from '@/lib/vault/vault';

/** How many opened bookmarks have each tag, apart from those in the trash; the first spelling stands for all. */
export function countTags(rows: readonly Bookmark[], texts: OpenedTexts): TagCount[] {
  const counts = new Map<string, TagCount>();
  for (const { uuid, cipher, deletedAt } of rows) {
    const text = texts.get(uuid);
    if (text === undefined || text.cipher !== cipher || deletedAt !== null) continue;
    for (const name of parseTags(text.tags)) {
      const key = tagKey(name);
      const known = counts.get(key);
      counts.set(key, { name: known?.name ?? name, count: (known?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()];
}

let latest: { rows: readonly Bookmark[]; texts: OpenedTexts; tags: readonly TagCount[] } = {
  rows: [],
  texts: noneOpened,
  tags: [],
};

/** The tags of what is open now; the same list until something changes. While more is being opened, the one before. */
export function openedTags(): readonly TagCount[] {
  const { rows, isOpening } = vaultState();
  const texts = openedTexts();
  const isSame = latest.rows === rows && latest.texts === texts;
  if (!isSame && (texts.size === 0 || !isOpening)) latest = { rows, texts, tags: countTags(rows, texts) };
  return latest.tags;
}

export function watchOpenedTags(listener: () => void): () => void {
  const stops = [watchOpened(listener), watchVault(listener)];
  return () => stops.forEach((stop) => stop());
}
