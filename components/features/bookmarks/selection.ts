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

const none: ReadonlySet<string> = new Set();

export const nothing: Selection = { kind: 'some', named: none, anchor: null, before: none };

export const isSelected = ({ kind, named }: Selection, uuid: string): boolean =>
  named.has(uuid) === (kind === 'some');

/** How many bookmarks of a list of `total` are selected. */
export const selectedCount = ({ kind, named }: Selection, total: number): number =>
  kind === 'some' ? named.size : Math.max(0, total - named.size);
