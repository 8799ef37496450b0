'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useLayoutEffect, useRef, useState } from 'react';
import { useShortcut } from '@/components/common/use-shortcut';
import { handleListEvent } from '@/components/features/bookmarks/list/handle-list-event';
import type {
  ListEvent,
  ListOptions,
  ListSituation,
  SelectionState,
} from '@/components/features/bookmarks/list/list-situation';
import type { Press } from '@/components/features/bookmarks/select/row-gestures';
import { useUndo } from '@/components/features/bookmarks/select/use-undo';
import { nothing, selectedCount, type RowPlace } from '@/components/features/bookmarks/select/selection';

export function useSelectionState(total: number | null): SelectionState {
  const [selection, setSelection] = useState(nothing);
  return { selection, setSelection, count: selectedCount(selection, total ?? 0) };
}

/** What keys, clicks and long presses do in a list. */
export function useListControls(options: ListOptions) {
  const t = useTranslations('Bookmarks');
  const client = useQueryClient();
  const undo = useUndo();
  const [press] = useState<Press>({});
  const { source, selection, count } = options;
  const isTrash = source.kind === 'library' && source.view === 'trash';
  const situation: ListSituation = { ...options, isTrash, client, t, undo, press };
  const latest = useRef(situation);
  useLayoutEffect(() => {
    latest.current = situation;
  });
  const handle = (event: ListEvent) => handleListEvent(event, latest.current);
  useShortcut('mod+a', handle, { inFields: false });

  const isWhole = selection.kind === 'all' && selection.named.size === 0;
  return {
    situation,
    /** Selects a row, or not any more. */
    toggle: (row: RowPlace) => handle(row),
    /** How many are selected, in words; empty without any. */
    status: count > 0 ? t(isWhole ? 'allSelected' : 'selectedCount', { count }) : '',
    controlProps: {
      className: count > 0 ? 'rows-selecting' : undefined,
      onClickCapture: handle,
      onKeyDown: handle,
      onPointerDown: handle,
      onPointerUp: handle,
      onPointerCancel: handle,
      onContextMenu: handle,
      onDragStart: handle,
      onDragEnd: handle,
    },
  };
}
