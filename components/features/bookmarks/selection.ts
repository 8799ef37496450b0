import type { MenuPoint } from '@/components/common/context-menu';
import type { QueryClient } from '@tanstack/react-query';
import type { useTranslations } from 'next-intl';
import type { Dispatch, SetStateAction } from 'react';
import { notify } from '@/components/common/notify';
import type { BookmarkRowProps } from '@/components/entities/bookmark-row';
import {
  type BookmarkSource,
  type ListItem,
  readSpan,
  type RowPages,
  sourceFilter,
} from '@/components/features/bookmarks/bookmark-source';
import type { BookmarkActions } from '@/components/features/bookmarks/use-bookmark-actions';
import type { PreviewPlace } from '@/components/features/bookmarks/use-preview';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { BulkQuery } from '@/lib/contract/bulk';

/** A row of a list: its bookmark, and its index in the whole list, counted from 0. */
export interface RowPlace {
  readonly uuid: string;
  readonly place: number;
}

/** Selected bookmarks of a list. */
export interface Selection {
  /** `some`: the named ones; `all`: every bookmark of the list, loaded or not, except the named ones. */
  readonly kind: 'some' | 'all';
  readonly named: ReadonlySet<string>;
  /** The row that was selected last: ranges start there. */
  readonly anchor: RowPlace | null;
  /** The named bookmarks when the anchor was set, so that a shrinking range restores their state. */
  readonly before: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

export const nothing: Selection = { kind: 'some', named: none, anchor: null, before: none };

export const isSelected = ({ kind, named }: Selection, uuid: string): boolean =>
  named.has(uuid) === (kind === 'some');

/** Returns the number of selected bookmarks of a list of `total`. */
export const selectedCount = ({ kind, named }: Selection, total: number): number =>
  kind === 'some' ? named.size : Math.max(0, total - named.size);

type Choice = { readonly uuids: string[] } | { readonly query: BulkQuery };

/** Returns a selection as API parameters: a list of bookmarks, or the query of the whole list. */
export function bulkChoice({ kind, named }: Selection, source: BookmarkSource): Choice {
  const names = [...named];
  if (kind === 'some') return { uuids: names };
  return { query: { ...sourceFilter(source), ...(names.length > 0 && { except: names }) } };
}

/** Dialog that an action on bookmarks opens before it is carried out. */
export type Question = 'move' | 'copy' | 'tag' | 'untag' | 'erase';

/** The row whose context menu is open, and where it opened. */
export interface RowMenuPlace {
  readonly bookmark: Bookmark;
  /** Index of the row in the whole list. */
  readonly place: number;
  readonly point: MenuPoint;
}

/** Selection of a list, stored above its rows: it stays when all of them are unmounted and rendered again. */
export interface SelectionState {
  readonly selection: Selection;
  readonly setSelection: Dispatch<SetStateAction<Selection>>;
  readonly count: number;
}

/** An action that asks for more. */
export interface Asked {
  readonly question: Question;
  /** The bookmark that it is about; without one, the selection. */
  readonly bookmark?: Bookmark;
}

export interface ListOptions extends SelectionState {
  source: BookmarkSource;
  list: RowPages;
  items: readonly ListItem[];
  isTouch: boolean;
  actions: BookmarkActions;
  /** Where a found bookmark is, if that is another space. */
  look:
    ((bookmark: Bookmark) => Pick<BookmarkRowProps, 'space' | 'hiddenCollection'> | undefined) | undefined;
  /** Opens the context menu of a row; null closes it. */
  onMenu: (at: RowMenuPlace | null) => void;
  /** Opens the dialog of an action. */
  onAsk: (asked: Asked) => void;
  /** Shows a row in the preview; null closes it. */
  onPreview: Dispatch<SetStateAction<PreviewPlace | null>>;
}

/** A press on a row. */
export interface Press {
  /** Target of the pointerdown event. */
  origin?: EventTarget | null;
  timer?: ReturnType<typeof setTimeout>;
  isTouch?: boolean;
  /** Whether it lasted long enough to select the row. */
  wasLong?: boolean;
}

/** Context of the key, click and long-press handlers of a list. */
export interface ListContext extends ListOptions {
  isTrash: boolean;
  client: QueryClient;
  t: ReturnType<typeof useTranslations<'Bookmarks'>>;
  /** Undoes a change to many bookmarks. */
  undo: (change: string) => void;
  press: Press;
}

export type SelectionChange =
  | { readonly type: 'toggle'; readonly row: RowPlace }
  /** The rows from the anchor to another one, inclusive: they get the state of the anchor. */
  | { readonly type: 'range'; readonly uuids: readonly string[] }
  | { readonly type: 'all' }
  /** Selects exactly these. */
  | { readonly type: 'only'; readonly uuids: readonly string[] }
  /** A bookmark that is no longer in the list. */
  | { readonly type: 'drop'; readonly uuid: string }
  | { readonly type: 'clear' };

export function changeSelection(selection: Selection, change: SelectionChange): Selection {
  const { kind, named, anchor, before } = selection;
  switch (change.type) {
    case 'toggle': {
      const { row } = change;
      const toggled = mark(selection, named, [row.uuid], !isSelected(selection, row.uuid));
      return { kind, named: toggled, anchor: row, before: toggled };
    }
    case 'range': {
      const on = anchor === null || isSelected(selection, anchor.uuid);
      return { ...selection, named: mark(selection, before, change.uuids, on) };
    }
    case 'drop':
      return { ...selection, named: without(named, change.uuid), before: without(before, change.uuid) };
    case 'only':
      return { ...nothing, named: new Set(change.uuids) };
    case 'all':
      return { ...nothing, kind: 'all' };
    case 'clear':
      return nothing;
  }
}

/** Returns the named bookmarks after these are selected or deselected. */
function mark(
  { kind }: Selection,
  named: ReadonlySet<string>,
  uuids: readonly string[],
  on: boolean,
): ReadonlySet<string> {
  const changed = new Set(named);
  for (const uuid of uuids) {
    if (on === (kind === 'some')) changed.add(uuid);
    else changed.delete(uuid);
  }
  return changed;
}

const without = (names: ReadonlySet<string>, uuid: string): ReadonlySet<string> =>
  new Set([...names].filter((name) => name !== uuid));

/** Parts of `ListContext` that selecting needs. */
export type Selectable = Pick<
  ListContext,
  'source' | 'list' | 'items' | 'selection' | 'setSelection' | 'count' | 'client' | 't'
>;

/** Returns the row that contains an element. */
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

/** Extends the selection from the last selected row to this one. */
export function extendTo(row: RowPlace, list: Selectable): void {
  const { anchor } = list.selection;
  if (anchor === null || list.count === 0) toggle(row, list);
  else extendRange(anchor, row, list);
}

/** Extends the selection from a row to its neighbor: starts a selection there, or continues from its anchor. */
export function extendFrom(row: RowPlace, to: RowPlace, list: Selectable): void {
  const anchor = isSelected(list.selection, row.uuid) ? list.selection.anchor : null;
  if (anchor === null) toggle(row, list);
  extendRange(anchor ?? row, to, list);
}

/**
 * Selects the whole list. It is stored as a query only if the service can find it again; otherwise the rows are
 * named.
 */
export function selectAll(list: Selectable): void {
  if (list.source.kind === 'search' || list.list.isMixed)
    selectBetween(0, (list.list.total ?? 0) - 1, list, 'only');
  else changeIn(list, { type: 'all' });
}

function extendRange(from: RowPlace, to: RowPlace, list: Selectable): void {
  // The anchor moves when rows are added or removed above it.
  const moved = [...list.list.rows].find(([, { uuid }]) => uuid === from.uuid);
  const start = moved?.[0] ?? from.place;
  selectBetween(Math.min(start, to.place), Math.max(start, to.place), list, 'range');
}

/** Selects the rows between two indexes, inclusive: at once if all of them are loaded. */
function selectBetween(first: number, last: number, list: Selectable, type: 'range' | 'only'): void {
  const uuids: string[] = [];
  for (let place = first; place <= last; place += 1) {
    const row = list.list.rows.get(place);
    if (row) uuids.push(row.uuid);
  }
  if (uuids.length > last - first) changeIn(list, { type, uuids });
  else void selectUnloaded(first, last, uuids, list, type);
}

/** A longer range of rows would take too many requests; larger selections take the whole list. */
const longestSpan = 2_000;

/** Rows that exist only on this device are not requested: those in the range are among the known ones. */
async function selectUnloaded(
  first: number,
  last: number,
  known: readonly string[],
  list: Selectable,
  type: 'range' | 'only',
): Promise<void> {
  const { client, source, t } = list;
  const { placeOf = (place: number) => place, namesIn } = list.list;
  const span = { source, first: placeOf(first), last: placeOf(last), namesIn };
  if (span.last - span.first >= longestSpan) {
    notify({ message: t('spanTooLong', { count: longestSpan }), tone: 'bad' });
    return;
  }
  const read = await readSpan(client, span).catch(() => null);
  if (read === null) {
    notify({ message: t('spanFailed'), tone: 'bad' });
    return;
  }
  const change = { type, uuids: [...new Set([...known, ...read])] };
  // What was selected or cleared meanwhile stays as it is.
  list.setSelection((now) => (now === list.selection ? changeSelection(now, change) : now));
}
