'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { notify, noticeMs } from '@/components/common/notify';
import { indexBeside, type Place, type SortKeys } from '@/components/common/sortable/place';
import { bookmarkOrder } from '@/lib/queries/bookmark-order';

/** One notice for the order of a list: the latest move is the one to be taken back. */
const id = 'bookmark-order';

/** A row that goes step by step goes back in one. */
interface Walk {
  readonly uuid: string;
  readonly back: Place | null;
  readonly until: number;
}

/** Puts a bookmark beside another one, says where that is, and offers to take it back. */
export function usePlacing(keys: SortKeys) {
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
    walk.current = isStep ? { uuid, back, until: now + noticeMs } : null;
    const takeBack = () => {
      walk.current = null;
      if (back) send(uuid, back);
    };
    send(uuid, place);
    notify({
      id,
      message: t('placed', { position: positionOf(keys, uuid, place) }),
      ...(back && { undo: takeBack }),
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
