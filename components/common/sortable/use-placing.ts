'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { notify, toastMs } from '@/components/common/notify';
import type { Place, SortKeys } from '@/components/common/sortable/place';

type Move = (variables: { params: { uuid: string }; body: Place }) => Promise<unknown>;

interface PlacingOptions {
  /** Id of the toast: one per list, which undoes the latest move. */
  readonly id: string;
  readonly keys: SortKeys;
  readonly move: Move;
  /** The same write with `keepsUndo`. */
  readonly moveBack: Move;
  /** Message if a move is refused. */
  readonly failed: string;
}

/** Steps of one row in quick succession, which are undone together. */
interface Walk {
  readonly uuid: string;
  readonly back: Place | null;
  readonly until: number;
}

/** Returns a function that moves a row, and shows its new position in a toast with an undo. */
export function usePlacing({ id, keys, move, moveBack, failed }: PlacingOptions) {
  const t = useTranslations('Sorting');
  const walk = useRef<Walk | null>(null);
  const send = (write: Move, uuid: string, body: Place) => {
    write({ params: { uuid }, body }).catch(() => notify({ id, message: failed, tone: 'bad' }));
  };
  return (uuid: string, place: Place, index: number, isStep: boolean): void => {
    const now = Date.now();
    const goesOn = isStep && walk.current?.uuid === uuid && now < walk.current.until;
    const back = goesOn && walk.current ? walk.current.back : placeOf(keys, uuid);
    walk.current = isStep ? { uuid, back, until: now + toastMs } : null;
    const rollback = () => {
      walk.current = null;
      if (back) send(moveBack, uuid, back);
    };
    send(move, uuid, place);
    notify({ id, message: t('placed', { position: index + 1 }), ...(back && { undo: rollback }) });
  };
}

/** Returns the position of a row relative to a neighbor; null if no neighbor is loaded. */
function placeOf(keys: SortKeys, uuid: string): Place | null {
  const index = keys.indexOf(uuid);
  const [above, below] = [keys[index - 1] ?? null, keys[index + 1] ?? null];
  if (above !== null) return { after: above };
  return below === null ? null : { before: below };
}
