'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useLayoutEffect, useMemo, useRef, type ComponentProps } from 'react';
import type { SortKeys } from '@/components/common/sortable/place';
import { usePlacing } from '@/components/common/sortable/use-placing';
import { useSortable } from '@/components/common/sortable/use-sortable';
import { bookmarkTitle, isLocked } from '@/components/entities/bookmark-text';
import type { RowPages } from '@/components/features/bookmarks/bookmark-source';
import { bookmarkOrder } from '@/lib/api/manual-order';
import { decryptedRow } from '@/lib/vault/decrypted';

/** Event handlers of the list. */
export type ListProps = ComponentProps<'div'>;

/** Adds the event handlers that move rows. */
export type Sorting = (props: ListProps) => ListProps;

/** Moves a bookmark, and shows its new position in a toast with an undo. */
function useBookmarkPlacing(keys: SortKeys) {
  const t = useTranslations('Sorting');
  const { mutateAsync: move } = useMutation(bookmarkOrder.place());
  const { mutateAsync: moveBack } = useMutation({ ...bookmarkOrder.place(), meta: { keepsUndo: true } });
  return usePlacing({ id: 'bookmark-order', keys, move, moveBack, failed: t('failed') });
}

interface ManualOrderProps {
  list: RowPages;
  onReady: (update: () => Sorting | null) => void;
}

/** Makes the rows of a list sortable. Rendered next to the list, which forwards its events. */
export function ManualOrder({ list: { rows, total }, onReady }: ManualOrderProps) {
  const t = useTranslations('Bookmarks');
  const keys = useMemo(() => keysOf(rows, total ?? 0), [rows, total]);
  const { listProps, marks } = useSortable({
    keys,
    nameOf: (key) => {
      const bookmark = [...rows.values()].find(({ uuid }) => uuid === key);
      const shown = bookmark && decryptedRow(bookmark);
      return shown && !isLocked(shown) ? bookmarkTitle(shown) : t('encryptedTitle');
    },
    onMove: useBookmarkPlacing(keys),
  });
  const latest = useRef(listProps);
  useLayoutEffect(() => {
    latest.current = listProps;
  });
  useEffect(() => {
    onReady(() => sortingBy(() => latest.current));
    return () => onReady(() => null);
  }, [onReady]);
  return marks;
}

function keysOf(rows: RowPages['rows'], total: number): SortKeys {
  const keys = new Array<string | null>(total).fill(null);
  for (const [place, { uuid }] of rows) keys[place] = uuid;
  return keys;
}

const sortingBy =
  (now: () => ReturnType<typeof useSortable>['listProps']): Sorting =>
  (props) => ({
    ...props,
    onPointerDownCapture: (event) => now().onPointerDownCapture(event),
    onKeyDownCapture: (event) => now().onKeyDownCapture(event),
    onClick: (event) => {
      now().onClick(event);
      props.onClick?.(event);
    },
    onBlur: (event) => {
      now().onBlur();
      props.onBlur?.(event);
    },
  });
