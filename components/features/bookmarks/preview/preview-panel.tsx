'use client';

import { useEffect, useEffectEvent, type KeyboardEvent } from 'react';
import { isTypingTarget } from '@/components/common/shortcut';
import { useMedia } from '@/components/common/use-media';
import type { ListSituation } from '@/components/features/bookmarks/list/list-situation';
import { PreviewAside } from '@/components/features/bookmarks/preview/preview-aside';
import { PreviewContent } from '@/components/features/bookmarks/preview/preview-content';
import {
  followList,
  stepFrom,
  type PreviewPlace,
} from '@/components/features/bookmarks/preview/preview-place';
import { PreviewSheet } from '@/components/features/bookmarks/preview/preview-sheet';

interface PreviewPanelProps {
  at: PreviewPlace;
  situation: ListSituation;
}

/** One bookmark in full, with the text of its page: beside the list where there is room, over it elsewhere. */
export function PreviewPanel({ at, situation }: PreviewPanelProps) {
  const { list, onPreview, count } = situation;
  const isWide = useMedia('(width >= 80rem)');
  const shown = followList(at, list);
  useEffect(() => {
    if (shown !== at) onPreview(shown);
  }, [shown, at, onPreview]);
  useFollowedFocus((place) => {
    const bookmark = list.rows.get(place);
    if (isWide && bookmark) onPreview({ place, bookmark });
  }, situation);

  const close = () => {
    // A sheet gives the focus back by itself, when it is gone. Here the panel would follow it, so it closes afterwards.
    if (isWide) focusRow(at.bookmark.uuid);
    onPreview(null);
  };
  const step = (by: 1 | -1) => {
    const next = stepFrom(at, list, by);
    if (next === null) return;
    onPreview(next);
    rowOf(next.bookmark.uuid)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => handleStepKey(event, step);
  if (shown === null) return null;
  const content = (
    <PreviewContent
      at={shown}
      situation={situation}
      onStep={step}
      canStep={{ back: stepFrom(shown, list, -1) !== null, on: stepFrom(shown, list, 1) !== null }}
      isWide={isWide}
      onClose={close}
    />
  );
  return isWide ? (
    <PreviewAside
      uuid={shown.bookmark.uuid}
      // While rows are selected, Escape outside of the panel is theirs.
      ownsEscape={count === 0}
      onClose={close}
      onKeyDown={onKeyDown}
    >
      {content}
    </PreviewAside>
  ) : (
    <PreviewSheet
      uuid={shown.bookmark.uuid}
      onClose={close}
      onKeyDown={onKeyDown}
      onReturnFocus={() => focusRow(shown.bookmark.uuid)}
    >
      {content}
    </PreviewSheet>
  );
}

/** Up and down, as in the list. */
function handleStepKey(event: KeyboardEvent, step: (by: 1 | -1) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.defaultPrevented || isTypingTarget(event.target)) return;
  const by = ({ ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 } as const)[event.key];
  if (by === undefined) return;
  event.preventDefault();
  step(by);
}

const rowOf = (uuid: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(uuid)}"]`);

/** Brings the keyboard to a row; answers whether the row is there. */
function focusRow(uuid: string): boolean {
  const stop = rowOf(uuid)?.querySelector<HTMLElement>('[data-focus]');
  stop?.focus();
  return stop !== null && stop !== undefined;
}

/** Tells the place of each row that the focus comes to. */
function useFollowedFocus(follow: (place: number) => void, { items }: Pick<ListSituation, 'items'>): void {
  const onFocusIn = useEffectEvent(({ target }: FocusEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const place = items[Number(row?.dataset['index'])];
    if (typeof place === 'number') follow(place);
  });
  useEffect(() => {
    const listener = (event: FocusEvent) => onFocusIn(event);
    document.addEventListener('focusin', listener);
    return () => document.removeEventListener('focusin', listener);
  }, []);
}
