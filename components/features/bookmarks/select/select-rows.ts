import type { ListSituation, SelectionState } from '@/components/features/bookmarks/list/list-situation';
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
  else reach(anchor, row, list);
}

/** From a row to its neighbor: a selection begins there, or goes on from where it began. */
export function extendFrom(row: RowPlace, to: RowPlace, list: Selectable): void {
  const begun = isSelected(list.selection, row.uuid) ? list.selection.anchor : null;
  if (begun === null) toggle(row, list);
  reach(begun ?? row, to, list);
}

/** The whole list. Only what the service can find again is kept as a query; everything else is named. */
export function selectAll(list: Selectable): void {
  if (list.source.kind === 'search' || list.list.isMixed) within(0, (list.list.total ?? 0) - 1, list, 'only');
  else changeIn(list, { type: 'all' });
}

const reach = (from: RowPlace, to: RowPlace, list: Selectable): void =>
  within(Math.min(from.place, to.place), Math.max(from.place, to.place), list, 'range');

/** Selects what stands between two places, both included: at once where all of it is loaded. */
function within(first: number, last: number, list: Selectable, type: 'range' | 'only'): void {
  const uuids: string[] = [];
  for (let place = first; place <= last; place += 1) {
    const row = list.list.rows.get(place);
    if (row) uuids.push(row.uuid);
  }
  if (uuids.length > last - first) changeIn(list, { type, uuids });
  else void readWithin(first, last, uuids, list, type);
}

/** Rows of this device are not read: those in the span are among the known ones. */
async function readWithin(
  first: number,
  last: number,
  known: readonly string[],
  list: Selectable,
  type: 'range' | 'only',
): Promise<void> {
  const { client, source, t } = list;
  const { placeOf = (place: number) => place, namesIn } = list.list;
  const span = { source, first: placeOf(first), last: placeOf(last), namesIn };
  const read = await spanOrWords(client, span, t);
  if (read) changeIn(list, { type, uuids: [...new Set([...known, ...read])] });
}
