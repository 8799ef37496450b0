'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useLayoutEffect } from 'react';
import type { BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import { accountMutations, accountQueries } from '@/lib/api/account';
import { useShortcut } from '@/components/common/shortcut';
import type { ListLayout, ListPart } from '@/lib/contract/views';
import type { ShownView } from '@/lib/domain/list-view';

/** Where a list was when one of its views was left: the row with the focus, or the first one in view. */
export const spot: { list: string; uuid: string | undefined; isFocused: boolean } = {
  list: '',
  uuid: undefined,
  isFocused: false,
};

const headerPx = 56;

/** Remembers where a list is when the view is left, so that another one can begin there. */
export function useNotedSpot(list: string): void {
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement?.closest<HTMLElement>('[data-row]');
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
      const first = rows.find((row) => row.getBoundingClientRect().top >= headerPx);
      const row = focused ?? (window.scrollY > 0 ? first : undefined);
      Object.assign(spot, { list, uuid: row?.dataset['row'], isFocused: Boolean(focused) });
    },
    [list],
  );
}

/** Place of the view of a source; undefined for that of the space. */
export const placeOfSource = (source: BookmarkSource): string | undefined =>
  source.kind === 'search' ? 'search' : source.kind === 'collection' ? source.uuid : undefined;

export interface ViewChoice {
  readonly view: ShownView;
  /** Switches to a layout; the place in the list and the focus stay. */
  readonly choose: (layout: ListLayout) => void;
  /** Changes what the layout shows. */
  readonly show: (parts: readonly ListPart[]) => void;
}

const firstView: ShownView = { layout: 'list', shows: {}, place: '', parts: ['collections', 'date'] };

/** The view of a list, and how to change it. It is kept on the account, and changes at once. */
export function useView(place: string | undefined): ViewChoice {
  const t = useTranslations('Bookmarks');
  const { data: view = firstView } = useQuery(accountQueries.view(place));
  const { mutate } = useMutation({
    ...accountMutations.updatePreferences(),
    meta: { failure: t('sortFailed') },
  });
  const save = (layout: ListLayout, shows: ShownView['shows']) =>
    mutate({ body: { views: { [view.place]: { layout, shows } } } });
  return {
    view,
    choose: (layout) => save(layout, view.shows),
    show: (parts) => save(view.layout, { ...view.shows, [view.layout]: [...parts] }),
  };
}

/** The keys of the layouts. */
export function useViewKeys({ choose }: Pick<ViewChoice, 'choose'>): void {
  useShortcut('1', () => choose('list'));
  useShortcut('2', () => choose('compact'));
  useShortcut('3', () => choose('cards'));
  useShortcut('4', () => choose('headlines'));
  useShortcut('5', () => choose('moodboard'));
}
