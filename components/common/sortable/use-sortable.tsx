'use client';

import { useTranslations } from 'next-intl';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useLayoutEffect,
  useState,
} from 'react';
import { type Place, placeAt, type SortKeys } from '@/components/common/sortable/place';
import { Sorter, type SorterInput } from '@/components/common/sortable/sorter';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

interface SortableOptions {
  /** Keys of all rows in order, null for those that are not loaded; a new array means a new order. */
  keys: SortKeys;
  nameOf: (key: string) => string;
  /** A row was dropped elsewhere: called once for each move, never for one that ends where it began. */
  onMove: (key: string, place: Place) => void;
  /** Brings the row at an index into sight, where not every row is in the document. */
  reveal?: (index: number) => void;
}

/**
 * Lets people put the rows of a list in order: by dragging a handle with mouse or finger, and by the keyboard (Space
 * takes a row up, arrows choose the place, Space drops, Escape cancels), told in words as it goes. Put `listProps` on
 * the element around the rows, `data-sort-key` and `heldRowClass` on each row with a `SortHandle` inside, and `marks`
 * beside the list. `moveBy` serves menus: not everybody can drag. Words are in the namespace Sorting.
 */
export function useSortable({ keys, nameOf, onMove, reveal }: SortableOptions) {
  const t = useTranslations('Sorting');
  const [said, setSaid] = useState('');
  const input: SorterInput = {
    keys,
    onMove,
    reveal,
    say: (event, key, index) =>
      setSaid(t(event, { name: nameOf(key), position: index + 1, total: keys.length })),
  };
  const [sorter] = useState(() => new Sorter(input));
  useLayoutEffect(() => sorter.update(input));
  const line = useCallback((element: HTMLElement | null) => sorter.setLine(element), [sorter]);

  return {
    listProps: listeners(sorter),
    moveBy: (key: string, steps: number) => {
      const from = keys.indexOf(key);
      const place = placeAt(keys, from, from + steps);
      if (place === null) return;
      input.say('dropped', key, from + steps);
      onMove(key, place);
    },
    marks: (
      <>
        <div
          ref={line}
          hidden
          aria-hidden="true"
          className="pointer-events-none fixed z-5 h-0.5 rounded-full bg-primary before:absolute before:-top-[3px] before:-left-1 before:size-2 before:rounded-full before:border-2 before:border-primary before:bg-background"
        />
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

/** For the whole list at once; rows do not listen for themselves. */
const listeners = (sorter: Sorter) => ({
  onPointerDown: (event: PointerEvent<HTMLElement>) => sorter.press(event.nativeEvent, event.currentTarget),
  onClick: (event: MouseEvent<HTMLElement>) => {
    // A click without a pointer: Space, Enter, or what a screen reader sends.
    if (event.detail === 0) sorter.toggle(event.target, event.currentTarget);
  },
  // Captured: a list has keys of its own, which must not act on a row that is held.
  onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
    const answer = sorter.takeKey(event);
    if (answer !== 'ignored') event.stopPropagation();
    if (answer === 'done') event.preventDefault();
  },
  onBlur: () => sorter.leave(),
});

/** What the handles of a list are explained by; it stands in what `useSortable` gives as `marks`. */
export const sortHintId = 'sort-hint';

/** Takes hold of its row: by pointer, finger, or with Space. The list around it does the moving, see `useSortable`. */
export function SortHandle({ name, className }: { name: string; className?: string }) {
  const t = useTranslations('Sorting');
  return (
    <ButtonBase
      data-sort-handle=""
      aria-label={t('handle', { name })}
      aria-describedby={sortHintId}
      className={cn(
        // A finger on the handle moves the row, not the page.
        'grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-md text-faint hover:bg-card hover:text-foreground active:cursor-grabbing touch:size-11',
        className,
      )}
    >
      <Icon name="i-grip-vertical" />
    </ButtonBase>
  );
}
