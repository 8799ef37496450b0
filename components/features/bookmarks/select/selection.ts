/** A row of a list: which bookmark, and where it stands in the whole list, counted from 0. */
export interface RowPlace {
  readonly uuid: string;
  readonly place: number;
}

/** Which bookmarks of a list are selected. */
export interface Selection {
  /** `some`: the named ones; `all`: every bookmark of the list, loaded or not, except the named ones. */
  readonly kind: 'some' | 'all';
  readonly named: ReadonlySet<string>;
  /** The row that was chosen last: there a range begins. */
  readonly anchor: RowPlace | null;
  /** What was named when the anchor was set, so that a range that shrinks gives back what it took. */
  readonly before: ReadonlySet<string>;
}

export type SelectionChange =
  | { readonly type: 'toggle'; readonly row: RowPlace }
  /** The rows from the anchor to another one, both included: they become what the anchor is. */
  | { readonly type: 'range'; readonly uuids: readonly string[] }
  | { readonly type: 'all' }
  /** These and no others. */
  | { readonly type: 'only'; readonly uuids: readonly string[] }
  /** A bookmark that is not in the list any more. */
  | { readonly type: 'drop'; readonly uuid: string }
  | { readonly type: 'clear' };

const none: ReadonlySet<string> = new Set();

export const nothing: Selection = { kind: 'some', named: none, anchor: null, before: none };

export const isSelected = ({ kind, named }: Selection, uuid: string): boolean =>
  named.has(uuid) === (kind === 'some');

/** How many bookmarks of a list of `total` are selected. */
export const selectedCount = ({ kind, named }: Selection, total: number): number =>
  kind === 'some' ? named.size : Math.max(0, total - named.size);

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

/** The names after these bookmarks are selected, or not any more. */
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
