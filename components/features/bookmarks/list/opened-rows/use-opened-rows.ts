'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useOpened } from '@/components/entities/use-opened';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import { hasOpenedTag, isIn } from '@/components/features/bookmarks/list/opened-rows/holds-sealed';
import type { OpenedList, OpenedRow } from '@/components/features/bookmarks/list/opened-rows/opened-list';
import { sourceFilter } from '@/components/features/bookmarks/source-filter';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { titleKey } from '@/lib/domain/search-vector';
import { collectionQueries } from '@/lib/queries/collections';
import type { OpenedText } from '@/lib/vault/opened';
import { vaultState, watchVault } from '@/lib/vault/vault';

/** The opened bookmarks of a list that is no smart collection; null before the first of them are all there. */
export function useOpenedRows(source: BookmarkSource): OpenedList | null {
  const vault = useSyncExternalStore(watchVault, vaultState, vaultState);
  const opened = useOpened();
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  const rules = useMemo(() => rulesOf(source, defaultCollection), [source, defaultCollection]);
  const current = useMemo(() => {
    // Thousands come in many pieces, and sorting anew for each would hold the page up.
    if (vault.isOpening) return null;
    const rows = vault.rows.flatMap((bookmark): OpenedRow[] => {
      const text = opened.get(bookmark.uuid);
      const isOpen = text !== undefined && text.cipher === bookmark.cipher;
      if (!isOpen || !rules.holds(bookmark, text)) return [];
      return [{ uuid: bookmark.uuid, key: keyOf(text), bookmark, isAdded: rules.areAdded }];
    });
    return { rows, holdsLocked: rules.holdsLocked };
  }, [vault, opened, rules]);
  const [latest, setLatest] = useState(current);
  if (current !== null && current !== latest) setLatest(current);
  return current ?? latest;
}

interface Rules extends Pick<OpenedList, 'holdsLocked'> {
  readonly holds: (bookmark: Bookmark, text: OpenedText) => boolean;
  readonly areAdded: boolean;
}

/** Tags are in the envelope, so the service has no encrypted bookmark in the list of one. */
function rulesOf(source: BookmarkSource, defaultCollection: string | undefined): Rules {
  if (source.kind === 'tag') {
    return {
      holds: (bookmark, text) => hasOpenedTag(source.name, bookmark, text),
      holdsLocked: () => false,
      areAdded: true,
    };
  }
  const filter = sourceFilter(source);
  const holdsLocked = (bookmark: Bookmark) => isIn(filter, bookmark, defaultCollection);
  return { holds: holdsLocked, holdsLocked, areAdded: false };
}

const keys = new WeakMap<OpenedText, string>();

/** Made once, as long as the text is open. */
function keyOf(text: OpenedText): string {
  const key = keys.get(text) ?? titleKey(text);
  keys.set(text, key);
  return key;
}
