'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useLayoutEffect, useMemo, useRef, type ComponentProps, type KeyboardEvent } from 'react';
import { toastMs, notify } from '@/components/common/notify';
import { indexBeside, placeAt, type Place, type SortKeys } from '@/components/common/sortable/place';
import { rowOf } from '@/components/common/sortable/rows';
import { useSortable } from '@/components/common/sortable/use-sortable';
import { bookmarkTitle, isLocked } from '@/components/entities/bookmark-text';
import type { RowPages } from '@/components/features/bookmarks/use-row-pages';
import { bookmarkOrder } from '@/lib/api/manual-order';
import { decryptedRow } from '@/lib/vault/decrypted';

/** What a list listens for. */
export type ListProps = ComponentProps<'div'>;

/** Adds to what a list listens for what moves its rows. */
export type Sorting = (props: ListProps) => ListProps;

/** One notice for the order of a list: the latest move is the one to be taken back. */
const id = 'bookmark-order';

/** A row that goes step by step goes back in one. */
interface Walk {
  readonly uuid: string;
  readonly back: Place | null;
  readonly until: number;
}

/** Puts a bookmark beside another one, says where that is, and offers to take it back. */
function usePlacing(keys: SortKeys) {
  const t = useTranslations('Sorting');
  const { mutateAsync } = useMutation(bookmarkOrder.place());
  const walk = useRef<Walk | null>(null);
  const send = (uuid: string, body: Place) => {
    mutateAsync({ params: { uuid }, body }).catch(() => notify({ id, message: t('failed'), tone: 'bad' }));
  };
  return (uuid: string, place: Place, isStep = false): void => {
    const now = Date.now();
    const goesOn = isStep && walk.current?.uuid === uuid && now < walk.current.until;
    const back = goesOn && walk.current ? walk.current.back : placeOf(keys, uuid);
    walk.current = isStep ? { uuid, back, until: now + toastMs } : null;
    const rollback = () => {
      walk.current = null;
      if (back) send(uuid, back);
    };
    send(uuid, place);
    notify({
      id,
      message: t('placed', { position: positionOf(keys, uuid, place) }),
      ...(back && { undo: rollback }),
    });
  };
}

/** Beside which row one stands; null where nothing beside it is loaded. */
function placeOf(keys: SortKeys, uuid: string): Place | null {
  const index = keys.indexOf(uuid);
  const [above, below] = [keys[index - 1] ?? null, keys[index + 1] ?? null];
  if (above !== null) return { after: above };
  return below === null ? null : { before: below };
}

function positionOf(keys: SortKeys, uuid: string, place: Place): number {
  const from = keys.indexOf(uuid);
  return 'after' in place
    ? indexBeside(from, keys.indexOf(place.after), 'after') + 1
    : indexBeside(from, keys.indexOf(place.before), 'before') + 1;
}

interface ManualOrderProps {
  list: RowPages;
  onReady: (update: () => Sorting | null) => void;
}

/**
 * Moves the rows of a list by their handles, and by Alt and an arrow from anywhere in a row. Stands beside the list,
 * which passes on what it hears.
 */
export function ManualOrder({ list: { rows, total }, onReady }: ManualOrderProps) {
  const t = useTranslations('Bookmarks');
  const keys = useMemo(() => keysOf(rows, total ?? 0), [rows, total]);
  const place = usePlacing(keys);
  const keepFocus = useKeptFocus(keys);
  const { listProps, marks } = useSortable({
    keys,
    nameOf: (key) => {
      const bookmark = [...rows.values()].find(({ uuid }) => uuid === key);
      const shown = bookmark && decryptedRow(bookmark);
      return shown && !isLocked(shown) ? bookmarkTitle(shown) : t('encryptedTitle');
    },
    onMove: (uuid, to) => {
      keepFocus();
      place(uuid, to);
    },
    reveal: showPlace,
  });
  const step = (uuid: string, steps: number) => {
    const from = keys.indexOf(uuid);
    const to = placeAt(keys, from, from + steps);
    if (to === null) return;
    keepFocus();
    place(uuid, to, true);
  };
  const latest = useRef({ sortable: listProps, step });
  useLayoutEffect(() => {
    latest.current = { sortable: listProps, step };
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

type Step = (uuid: string, steps: number) => void;

interface Moving {
  readonly sortable: ReturnType<typeof useSortable>['listProps'];
  readonly step: Step;
}

const sortingBy =
  (now: () => Moving): Sorting =>
  (props) => ({
    ...props,
    onPointerDown: (event) => {
      // A finger that rests on a handle selects nothing.
      if (event.target instanceof Element && event.target.closest('[data-sort-handle]'))
        now().sortable.onPointerDown(event);
      else props.onPointerDown?.(event);
    },
    onClick: (event) => {
      now().sortable.onClick(event);
      props.onClick?.(event);
    },
    onKeyDownCapture: (event) => {
      if (!takeStep(event, now().step)) now().sortable.onKeyDownCapture(event);
    },
    onBlur: (event) => {
      now().sortable.onBlur();
      props.onBlur?.(event);
    },
  });

/** Alt and an arrow move the row by one place. */
function takeStep(event: KeyboardEvent, step: Step): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
  const steps = { ArrowUp: -1, ArrowDown: 1 }[key];
  const uuid = target instanceof Element ? rowOf(target)?.dataset['sortKey'] : undefined;
  if (!altKey || ctrlKey || metaKey || shiftKey || steps === undefined || uuid === undefined) return false;
  event.preventDefault();
  event.stopPropagation();
  step(uuid, steps);
  return true;
}

/** Brings a row into sight that may not be in the document: then it is the first or the last one. */
function showPlace(index: number): void {
  const row = document.activeElement?.closest('[role=list]')?.querySelector(`[data-index="${index}"]`);
  if (row) row.scrollIntoView({ block: 'nearest' });
  else window.scrollTo(0, index === 0 ? 0 : document.documentElement.scrollHeight);
}

/** Gives the focus back to where it was before the rows change places, and keeps it in sight. */
function useKeptFocus(keys: SortKeys): () => void {
  const kept = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = kept.current;
    kept.current = null;
    if (!element?.isConnected) return;
    if (document.activeElement === document.body) element.focus({ preventScroll: true });
    rowOf(element)?.scrollIntoView({ block: 'nearest' });
  }, [keys]);
  return () => {
    kept.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  };
}
