import type { ListSituation, SelectionState } from '@/components/features/bookmarks/list/use-list-controls';
import {
  changeSelection,
  type SelectionChange,
} from '@/components/features/bookmarks/select/change-selection';
import { spanOrWords } from '@/components/features/bookmarks/select/read-span';
import { isSelected, type RowPlace } from '@/components/features/bookmarks/select/selection';

/** What selecting needs of a list: some of `ListSituation`. */
export type Selectable = Pick<
  ListSituation,
  'source' | 'list' | 'items' | 'selection' | 'setSelection' | 'count' | 'client' | 't'
>;

/** The row that something stands in. */
export function placeOf(target: EventTarget | null, { items }: Pick<Selectable, 'items'>): RowPlace | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  const { row: uuid, index } = row?.dataset ?? {};
  const place = items[Number(index)];
  return uuid !== undefined && typeof place === 'number' ? { uuid, place } : null;
}

export const changeIn = (
  { setSelection }: Pick<SelectionState, 'setSelection'>,
  change: SelectionChange,
): void => setSelection((selection) => changeSelection(selection, change));

export const toggle = (row: RowPlace, list: Pick<SelectionState, 'setSelection'>): void =>
  changeIn(list, { type: 'toggle', row });

/** From the row that was chosen last to this one. */
export function extendTo(row: RowPlace, list: Selectable): void {
  const { anchor } = list.selection;
  if (anchor === null || list.count === 0) toggle(row, list);
  else void reach(anchor, row, list);
}

/** From a row to its neighbor: a selection begins there, or goes on from where it began. */
export function extendFrom(row: RowPlace, to: RowPlace, list: Selectable): void {
  const begun = isSelected(list.selection, row.uuid) ? list.selection.anchor : null;
  if (begun === null) toggle(row, list);
  void reach(begun ?? row, to, list);
}

/** The whole list. Only what the service can find again is kept as a query; what a search has found is named. */
export async function selectAll(list: Selectable): Promise<void> {
  if (list.source.kind !== 'search') {
    changeIn(list, { type: 'all' });
    return;
  }
  const uuids = await span(0, (list.list.total ?? 0) - 1, list);
  if (uuids) changeIn(list, { type: 'only', uuids });
}

async function reach(from: RowPlace, to: RowPlace, list: Selectable): Promise<void> {
  const uuids = await span(Math.min(from.place, to.place), Math.max(from.place, to.place), list);
  if (uuids) changeIn(list, { type: 'range', uuids });
}

/** The bookmarks between two places, both included; null where they could not be read. */
async function span(
  first: number,
  last: number,
  { list, source, client, t }: Selectable,
): Promise<string[] | null> {
  const uuids: string[] = [];
  for (let place = first; place <= last; place += 1) {
    const row = list.rows.get(place);
    if (row) uuids.push(row.uuid);
  }
  return uuids.length > last - first ? uuids : spanOrWords(client, { source, first, last }, t);
}
