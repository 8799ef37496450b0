import {
  isSelected,
  nothing,
  type RowPlace,
  type Selection,
} from '@/components/features/bookmarks/select/selection';

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
