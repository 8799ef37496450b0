'use client';

import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { DropLine } from '@/components/common/sortable/drop-line';
import { indexByKey, type Place, placeAt, type SortKeys } from '@/components/common/sortable/place';
import { handleOf, indexAt, keyOf, rowOf, showRow } from '@/components/common/sortable/rows';
import { sortHintId } from '@/components/common/sortable/sort-handle';
import { usePointerDrag } from '@/components/common/sortable/use-pointer-drag';

interface SortableOptions {
  /** Keys of all rows in order, null for those that are not loaded; a new array means a new order. */
  keys: SortKeys;
  nameOf: (key: string) => string;
  /** Called once for each move, never for one that ends where it began. A step is a move of one row, without a drag. */
  onMove: (key: string, place: Place, index: number, isStep: boolean) => void;
}

interface Held {
  readonly row: HTMLElement;
  readonly isByKeys: boolean;
  /** The index at which it would be dropped. */
  readonly to: number;
}

/**
 * Lets people put the rows of a list in order: by dragging a handle with mouse or finger, and by the keyboard (Space
 * takes a row up, arrows choose the place, Space drops, Escape cancels; Alt and an arrow move by one). Rows stay where
 * they are until one is dropped: a line shows where it goes. Put `listProps` on the parent of the rows, `data-sort-key`
 * and `heldRowClass` on each row with a `SortHandle` inside, and `marks` beside the list. `moveBy` serves menus.
 */
export function useSortable({ keys, nameOf, onMove }: SortableOptions) {
  const t = useTranslations('Sorting');
  const [said, setSaid] = useState('');
  const [held, setHeld] = useState<Held | null>(null);
  const keepFocus = useKeptFocus(keys);
  useHeldMark(held?.isByKeys ? held.row : null);
  const say = (event: 'picked' | 'moved' | 'dropped' | 'canceled', key: string, index: number) => {
    // Nothing is said of a row that somebody else has removed.
    if (index >= 0) setSaid(t(event, { name: nameOf(key), position: index + 1, total: keys.length }));
  };

  const pick = (row: HTMLElement, isByKeys: boolean) => {
    const from = keys.indexOf(keyOf(row));
    setHeld({ row, isByKeys, to: from });
    say('picked', keyOf(row), from);
  };
  const point = (row: HTMLElement, isByKeys: boolean, to: number) => {
    if (to === held?.to) return;
    setHeld({ row, isByKeys, to });
    say('moved', keyOf(row), to);
  };
  const cancel = (row: HTMLElement) => {
    setHeld(null);
    say('canceled', keyOf(row), keys.indexOf(keyOf(row)));
  };
  const drop = (key: string, to: number, isStep = false) => {
    setHeld(null);
    const from = keys.indexOf(key);
    const place = placeAt(keys, from, to);
    say('dropped', key, place === null ? from : to);
    if (place === null) return;
    keepFocus();
    onMove(key, place, to, isStep);
  };
  const moveBy = (key: string, steps: number) => drop(key, keys.indexOf(key) + steps, true);

  const onPointerDownCapture = usePointerDrag({
    onStart: (row) => pick(row, false),
    onMove: (row, y) => point(row, false, indexAt(keys, row, y)),
    onEnd: (row, y) => (y === null ? cancel(row) : drop(keyOf(row), indexAt(keys, row, y))),
  });

  /** Returns whether a key was meant for the row whose handle has the focus. */
  const takeKey = (row: HTMLElement, { key, repeat }: KeyboardEvent): boolean => {
    const isToggle = key === ' ' || key === 'Enter';
    // A key that is held down would take the row up and drop it in turns.
    if (isToggle && !repeat) {
      if (held) drop(keyOf(row), held.to);
      else pick(row, true);
    }
    if (isToggle || !held) return isToggle;
    if (key === 'Escape') cancel(row);
    const to = indexByKey(keys, held.to, key);
    if (to === null) return key === 'Escape' || key.startsWith('Arrow');
    showRow(row.parentElement, keys, to);
    point(row, true, to);
    return true;
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const row = rowOf(event.target);
    // Escape ends a drag, and reaches the library for that.
    if (!row || held?.isByKeys === false) return;
    const steps = stepsOf(event);
    if (steps !== 0) moveBy(keyOf(row), steps);
    else if (!handleOf(event.target) || !takeKey(row, event)) return;
    event.preventDefault();
    // A list has keys of its own, which must not act on a row that is held.
    event.stopPropagation();
  };
  const onBlur = () => {
    if (held?.isByKeys) cancel(held.row);
  };

  const place = held && placeAt(keys, keys.indexOf(keyOf(held.row)), held.to);
  return {
    listProps: { onPointerDownCapture, onKeyDownCapture, onBlur },
    moveBy,
    marks: (
      <>
        {place ? <DropLine list={held.row.parentElement} place={place} /> : null}
        <p id={sortHintId} hidden>
          {t('hint')}
        </p>
        <p role="status" aria-live="assertive" aria-atomic="true" className="sr-only">
          {said}
        </p>
      </>
    ),
  };
}

/** Alt and an arrow. */
function stepsOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): number {
  if (!altKey || ctrlKey || metaKey || shiftKey) return 0;
  return { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0;
}

/** What dnd-kit does to a row that it drags, for one that is taken up by the keyboard. */
function useHeldMark(row: HTMLElement | null): void {
  useLayoutEffect(() => {
    row?.setAttribute('data-held', '');
    return () => row?.removeAttribute('data-held');
  }, [row]);
}

/** Gives the focus back to where it was before the rows change places, and keeps it in sight. */
function useKeptFocus(keys: SortKeys): () => void {
  const kept = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = kept.current;
    kept.current = null;
    if (!element?.isConnected) return;
    if (document.activeElement === document.body) element.focus({ preventScroll: true });
    // React gives it back to a row that it moves, but without an event: the list would not know where the row is now.
    else if (document.activeElement === element)
      element.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    rowOf(element)?.scrollIntoView({ block: 'nearest' });
  }, [keys]);
  return () => {
    kept.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  };
}
