'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { notify } from '@/components/common/notify';
import { openVaultDialog } from '@/components/entities/vault-store';
import type { LibraryView } from '@/components/features/bookmarks/library-view';
import type { ListSituation } from '@/components/features/bookmarks/list/list-situation';
import type { Destination } from '@/components/features/bookmarks/select/target-dialog';
import {
  exportSelection,
  type SelectionFormat,
} from '@/components/features/bookmarks/select/export-selection';
import { areEncrypted, readSelected } from '@/components/features/bookmarks/select/read-selected';
import { changeIn } from '@/components/features/bookmarks/select/select-rows';
import { useBulk } from '@/components/features/bookmarks/select/use-bulk';

/** All that can be done with a selection, each with the words for when it is done. */
export function useBarActions(situation: ListSituation) {
  const t = useTranslations('BookmarkSelection');
  const { run, isPending } = useBulk(situation);
  const { encrypt, isReading } = useEncrypting(situation);
  const { source, selection, isTrash } = situation;
  const collection = source.kind === 'collection' && !source.smart ? source.uuid : null;
  const known = [...situation.list.rows.values()].filter(({ uuid }) => selection.named.has(uuid));
  /** Whether all that is selected is known to have a mark: then it can only lose it. */
  const areAll = (mark: 'favorite' | 'highlighted', view: LibraryView): boolean =>
    selection.kind === 'all'
      ? source.kind === 'library' && source.view === view
      : known.length === selection.named.size && known.every((bookmark) => bookmark[mark]);
  const areFavorites = areAll('favorite', 'favorites');
  const areHighlighted = areAll('highlighted', 'highlighted');
  const setFavorite = (favorite: boolean) =>
    run({ action: 'favorite', favorite }, (count) =>
      t(favorite ? 'done.favorite' : 'done.unfavorite', { count }),
    );
  const setHighlighted = (highlighted: boolean) =>
    run({ action: 'highlight', highlighted }, (count) =>
      t(highlighted ? 'done.highlight' : 'done.unhighlight', { count }),
    );

  return {
    isPending: isPending || isReading,
    isTrash,
    collection,
    areFavorites,
    areHighlighted,
    move: ({ collection: to, space, name }: Destination) =>
      void run(
        {
          action: 'move',
          ...(space === undefined ? { collection: to } : { space }),
          ...(collection !== null && space === undefined && { from: collection }),
        },
        (count) => t('done.move', { count, name }),
      ),
    copy: ({ collection: to = '', name }: Destination) =>
      void run({ action: 'copy', collection: to }, (count) => t('done.copy', { count, name })),
    removeFrom:
      collection === null
        ? null
        : () => void run({ action: 'removeFrom', collection }, (count) => t('done.removeFrom', { count })),
    tag: (tags: string) => void run({ action: 'tag', tags }, (count) => t('done.tag', { count })),
    untag: (tags: string) => void run({ action: 'untag', tags }, (count) => t('done.untag', { count })),
    favorite: () => void setFavorite(true),
    unfavorite: () => void setFavorite(false),
    toggleFavorite: () => void setFavorite(!areFavorites),
    highlight: () => void setHighlighted(true),
    unhighlight: () => void setHighlighted(false),
    toggleHighlighted: () => void setHighlighted(!areHighlighted),
    trash: () => void run({ action: 'delete' }, (count) => t('done.delete', { count })),
    restore: () => void run({ action: 'restore' }, (count) => t('done.restore', { count })),
    /** Null where all of it is encrypted already. */
    encrypt: areEncrypted(situation) ? null : () => void encrypt(),
    exportAs: (format: SelectionFormat) =>
      void exportSelection(situation, format, { failed: t('exportFailed'), offline: t('offline') }),
    erase: () => run({ action: 'erase' }, (count) => t('done.erase', { count })),
  };
}

/** Reads what is selected, and asks for the key to encrypt it with. */
function useEncrypting(situation: ListSituation) {
  const t = useTranslations('BookmarkSelection');
  const [isReading, setReading] = useState(false);
  const encrypt = async () => {
    if (isReading) return;
    setReading(true);
    try {
      const bookmarks = await readSelected(situation);
      if (bookmarks.length === 0) notify({ message: t('nothingToEncrypt') });
      else
        openVaultDialog({ kind: 'encrypt', bookmarks, then: () => changeIn(situation, { type: 'clear' }) });
    } catch {
      notify({ message: t('offline'), tone: 'bad' });
    } finally {
      setReading(false);
    }
  };
  return { encrypt, isReading };
}

export type BarActions = ReturnType<typeof useBarActions>;
