'use client';

import { useTranslations } from 'next-intl';
import {
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { indexByKey, type Place, placeAt, type SortKeys } from '@/components/common/sortable/place';
import {
  columnsAround,
  findRow,
  handleOf,
  indexAt,
  isInColumns,
  keyOf,
  rowOf,
  showRow,
} from '@/components/common/sortable/rows';
import { usePointerDrag } from '@/components/common/sortable/use-pointer-drag';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';
import { pressedKey } from '@/lib/utils/pressed-key';

interface SortableOptions {
  /** Row keys in list order, null for rows that are not loaded. A new array means a new order. */
  keys: SortKeys;
  nameOf: (key: string) => string;
  /** Called once per move, and not for a drop at the original index. A step moves by one row, without a drag. */
  onMove: (key: string, place: Place, index: number, isStep: boolean) => void;
}

interface Held {
  readonly row: HTMLElement;
  readonly isByKeys: boolean;
  /** Index at which it would be dropped. */
  readonly to: number;
}

/**
 * Makes the rows of a list sortable: by dragging a handle with a mouse or finger, and by keyboard (Space picks a row
 * up, arrows move the drop position, Space drops, Escape cancels; Alt with an arrow moves up or down by one row). Rows
 * stay in place until one is dropped; a line shows the drop position. Put `listProps` on the parent of the rows,
 * `data-sort-key` and `heldRowClass` on each row with a `SortHandle` inside, and `marks` next to the list. `moveBy` is
 * for menus.
 */
export function useSortable({ keys, nameOf, onMove }: SortableOptions) {
  const t = useTranslations('Sorting');
  const [announcement, setAnnouncement] = useState('');
  const [held, setHeld] = useState<Held | null>(null);
  const keepFocus = useKeptFocus(keys);
  useHeldMark(held?.row ?? null);
  const announce = (event: 'picked' | 'moved' | 'dropped' | 'canceled', key: string, index: number) => {
    // The row may have been removed by another client.
    if (index >= 0) setAnnouncement(t(event, { name: nameOf(key), position: index + 1, total: keys.length }));
  };

  const pick = (row: HTMLElement, isByKeys: boolean) => {
    const from = keys.indexOf(keyOf(row));
    setHeld({ row, isByKeys, to: from });
    announce('picked', keyOf(row), from);
  };
  const point = (row: HTMLElement, isByKeys: boolean, to: number) => {
    if (to === held?.to) return;
    setHeld({ row, isByKeys, to });
    announce('moved', keyOf(row), to);
  };
  const cancel = (row: HTMLElement) => {
    setHeld(null);
    announce('canceled', keyOf(row), keys.indexOf(keyOf(row)));
  };
  const drop = (key: string, to: number, isStep = false) => {
    setHeld(null);
    const from = keys.indexOf(key);
    const place = placeAt(keys, from, to);
    announce('dropped', key, place === null ? from : to);
    if (place === null) return;
    keepFocus();
    onMove(key, place, to, isStep);
  };
  const moveBy = (key: string, steps: number) => drop(key, keys.indexOf(key) + steps, true);

  const onPointerDownCapture = usePointerDrag({
    onStart: (row) => pick(row, false),
    onMove: (row, at) => point(row, false, indexAt(keys, row, at)),
    onEnd: (row, at) => (at === null ? cancel(row) : drop(keyOf(row), indexAt(keys, row, at))),
  });

  const toByKey = (row: HTMLElement, at: number, key: string) =>
    indexByKey(keys, at, key, columnsAround(row.parentElement, keys, at));

  /** Handles a key that is pressed on a handle. Returns whether it did. */
  const handleKey = (row: HTMLElement, key: string): boolean => {
    if (!held) return false;
    if (key === 'Escape') cancel(row);
    const to = toByKey(row, held.to, key);
    if (to === null) return key === 'Escape' || key.startsWith('Arrow');
    showRow(row.parentElement, keys, to);
    point(row, true, to);
    return true;
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const { repeat, target } = event;
    const key = pressedKey(event);
    const row = rowOf(target);
    // The pointer decides about a row that it drags.
    if (!row || held?.isByKeys === false) return;
    const step = stepOf(event);
    const isToggle = step === null && handleOf(target) !== null && (key === ' ' || key === 'Enter');
    const from = keys.indexOf(keyOf(row));
    if (step !== null) drop(keyOf(row), toByKey(row, from, step) ?? from, true);
    else if (!isToggle && !(handleOf(target) && handleKey(row, key))) return;
    // The shortcuts of the list must not act on a held row.
    event.stopPropagation();
    // Space and Enter become a click, except while they are held down.
    if (!isToggle || repeat) event.preventDefault();
  };
  const onClick = ({ detail, target }: MouseEvent) => {
    const row = handleOf(target) && rowOf(target);
    // A click without a pointer is sent by Space, Enter or a screen reader.
    if (!row || detail !== 0) return;
    if (held) drop(keyOf(row), held.to);
    else pick(row, true);
  };
  const onBlur = () => {
    if (held?.isByKeys) cancel(held.row);
  };

  const place = held && placeAt(keys, keys.indexOf(keyOf(held.row)), held.to);
  return {
    listProps: { onPointerDownCapture, onKeyDownCapture, onClick, onBlur },
    moveBy,
    marks: (
      <>
        {place ? <DropLine list={held.row.parentElement} place={place} /> : null}
        <p id={sortHintId} hidden>
          {t('hint')}
        </p>
        <p role="status" aria-live="assertive" aria-atomic="true" className="sr-only">
          {announcement}
        </p>
      </>
    ),
  };
}

/** Returns the arrow key that is pressed with Alt, except those with which browsers go back and forward. */
function stepOf(event: KeyboardEvent): string | null {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  const key = pressedKey(event);
  if (!altKey || ctrlKey || metaKey || shiftKey) return null;
  return key === 'ArrowUp' || key === 'ArrowDown' ? key : null;
}

/** Marks the row that is held. */
function useHeldMark(row: HTMLElement | null): void {
  useLayoutEffect(() => {
    row?.setAttribute('data-held', '');
    return () => row?.removeAttribute('data-held');
  }, [row]);
}

/** Restores the focus after the rows have been reordered, and scrolls to it. */
function useKeptFocus(keys: SortKeys): () => void {
  const kept = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = kept.current;
    kept.current = null;
    if (!element?.isConnected) return;
    if (document.activeElement === document.body) element.focus({ preventScroll: true });
    // React restores the focus of a moved row without an event, which the virtual list needs to keep that row.
    else if (document.activeElement === element)
      element.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    rowOf(element)?.scrollIntoView({ block: 'nearest' });
  }, [keys]);
  return () => {
    kept.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  };
}

/** The line at the drop position, rendered in the row next to it; nothing while that row is not in the document. */
function DropLine({ list, place }: { list: HTMLElement | null; place: Place }) {
  const row = useSyncExternalStore(
    onScroll,
    () => findRow(list, 'after' in place ? place.after : place.before),
    () => null,
  );
  if (row === null) return null;
  const isAfter = 'after' in place;
  return createPortal(
    <div
      aria-hidden="true"
      className={cn(
        'pointer-events-none absolute z-5 bg-primary',
        isInColumns(list)
          ? ['inset-y-0 w-1', isAfter ? 'right-0' : 'left-0']
          : [
              'inset-x-0 h-0.5 rounded-full before:absolute before:-top-[3px] before:-left-1 before:size-2 before:rounded-full before:border-2 before:border-primary before:bg-background',
              isAfter ? '-bottom-px' : '-top-px',
            ],
      )}
    />,
    row,
  );
}

/** A virtual list renders other rows after the page has been scrolled. */
function onScroll(onChange: () => void): () => void {
  const later = () => requestAnimationFrame(onChange);
  window.addEventListener('scroll', later, { passive: true });
  return () => window.removeEventListener('scroll', later);
}

/** Id of the description of all handles, which is part of the `marks` of `useSortable`. */
const sortHintId = 'sort-hint';

/** Button that picks up its row, by pointer or keyboard. The list handles its events, see `useSortable`. */
export function SortHandle({ name, className }: { name: string; className?: string }) {
  const t = useTranslations('Sorting');
  return (
    <ButtonBase
      data-sort-handle=""
      aria-label={t('handle', { name })}
      aria-describedby={sortHintId}
      className={cn(
        // Touching the handle must not scroll the page.
        'grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-md text-faint hover:bg-card hover:text-foreground active:cursor-grabbing touch:size-11',
        className,
      )}
    >
      <Icon name="i-grip-vertical" />
    </ButtonBase>
  );
}
