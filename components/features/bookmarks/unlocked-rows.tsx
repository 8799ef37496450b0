'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { onDemand } from '@/components/common/on-demand';
import { useDecrypted } from '@/components/entities/use-decrypted';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import { PlacedRows } from '@/components/features/bookmarks/placed-rows';
import { sourceFilter } from '@/components/features/bookmarks/selection';
import type {
  PlacedRowsProps,
  UnlockedList,
  UnlockedRow,
  UnlockedRowsProps,
} from '@/components/features/bookmarks/unlocked-list';
import { collectionQueries } from '@/lib/api/collections';
import { listScope, sortKeysOf } from '@/lib/bookmark/scope';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { decryptedRow, type DecryptedText } from '@/lib/vault/decrypted';
import { vaultState, watchVault } from '@/lib/vault/vault';

/** Whether an unlocked bookmark has a tag, and is not in the trash. */
export const hasUnlockedTag = (tag: string, bookmark: Bookmark, { tags }: DecryptedText): boolean =>
  listScope({ tag }).holds({ ...bookmark, tags }) === true;

/**
 * Returns the unlocked bookmarks of a list that is not a smart collection; null until the first key is
 * decrypted completely.
 */
function useUnlockedRows(source: BookmarkSource): UnlockedList | null {
  const vault = useSyncExternalStore(watchVault, vaultState, vaultState);
  const decrypted = useDecrypted();
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  const rules = useMemo(() => rulesOf(source, defaultCollection), [source, defaultCollection]);
  const current = useMemo(() => {
    // Thousands arrive in many batches, and sorting after each would block the page.
    if (vault.isDecrypting) return null;
    const rows = vault.rows.flatMap((bookmark): UnlockedRow[] => {
      const text = decrypted.get(bookmark.uuid);
      const isOpen = text !== undefined && text.cipher === bookmark.cipher;
      if (!isOpen || !rules.holds(bookmark, text)) return [];
      return [{ bookmark, keys: sortKeysOf(decryptedRow(bookmark)), isAdded: rules.areAdded }];
    });
    return { rows, holdsLocked: rules.holdsLocked };
  }, [vault, decrypted, rules]);
  const [latest, setLatest] = useState(current);
  if (current !== null && current !== latest) setLatest(current);
  return current ?? latest;
}

interface Rules extends Pick<UnlockedList, 'holdsLocked'> {
  readonly holds: (bookmark: Bookmark, text: DecryptedText) => boolean;
  readonly areAdded: boolean;
}

/** Tags are encrypted, so the service returns no encrypted bookmark in the list of a tag. */
function rulesOf(source: BookmarkSource, defaultCollection: string | undefined): Rules {
  if (source.kind === 'tag') {
    return {
      holds: (bookmark, text) => hasUnlockedTag(source.name, bookmark, text),
      holdsLocked: () => false,
      areAdded: true,
    };
  }
  const scope = listScope(sourceFilter(source), defaultCollection);
  const holdsLocked = (bookmark: Bookmark) => scope.holds(bookmark) === true;
  return { holds: holdsLocked, holdsLocked, areAdded: false };
}

const MatchingRows = onDemand(() =>
  import('@/components/features/bookmarks/matching-rows').then((module) => module.MatchingRows),
);

/**
 * Rendered beside a list while a key is unlocked: passes on the list with the unlocked bookmarks that the
 * service returns elsewhere, or not at all. A search merges its own.
 */
export function UnlockedRows({ source, ...props }: UnlockedRowsProps) {
  if (source.kind === 'search') return null;
  if (source.kind === 'collection' && source.smart) return <MatchingRows source={source} {...props} />;
  if (source.kind !== 'tag' && !source.sort.startsWith('title')) return null;
  return <OwnRows source={source} {...props} />;
}

const OwnRows = (props: Omit<PlacedRowsProps, 'decrypted'>) => (
  <PlacedRows {...props} decrypted={useUnlockedRows(props.source)} />
);
