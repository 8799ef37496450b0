'use client';

import { useTranslations } from 'next-intl';
import type { MouseEvent } from 'react';
import { useLongPress } from '@/components/common/use-long-press';
import { useShortcut } from '@/components/common/use-shortcut';
import type { ListItem } from '@/components/features/bookmarks/list/list-items';
import type { RowPlace } from '@/components/features/bookmarks/select/selection';
import type { ListSelection } from '@/components/features/bookmarks/select/use-selection';

/**
 * How rows are selected: by their box, by a range with Shift, all with Ctrl/Cmd+A, and where there is no pointer by a
 * long press and then by any tap. The whole list listens, no row does.
 */
export function useRowSelection(selecting: ListSelection, items: readonly ListItem[], isTouch: boolean) {
  const t = useTranslations('Bookmarks');
  const { selection, count, isSelecting, toggle, extendTo, selectAll } = selecting;
  useShortcut('mod+a', () => void selectAll(), { inFields: false });

  const placeOf = (target: EventTarget | null): RowPlace | null => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const { row: uuid, index } = row?.dataset ?? {};
    const place = items[Number(index)];
    return uuid !== undefined && typeof place === 'number' ? { uuid, place } : null;
  };
  const { isEndOfPress, pressProps } = useLongPress((target) => {
    const row = placeOf(target);
    if (row) toggle(row);
  });
  const onClickCapture = (event: MouseEvent) => {
    const row = placeOf(event.target);
    const isBox = event.target instanceof Element && event.target.matches('.row-box');
    const isPressed = isEndOfPress();
    if (row === null || !(isPressed || isBox || (isSelecting && (isTouch || event.shiftKey)))) return;
    event.preventDefault();
    event.stopPropagation();
    if (isPressed) return;
    if (event.shiftKey) extendTo(row);
    else toggle(row);
  };
  const isWhole = selection.kind === 'all' && selection.named.size === 0;
  return {
    placeOf,
    /** How many are selected, in words; empty without any. */
    status: isSelecting ? t(isWhole ? 'allSelected' : 'selectedCount', { count }) : '',
    listProps: { ...pressProps, onClickCapture, className: isSelecting ? 'rows-selecting' : undefined },
  };
}
