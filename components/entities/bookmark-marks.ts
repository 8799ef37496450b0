import type { FlagName } from '@/lib/bookmark/fields';

interface Mark {
  /** The view of the library that lists the bookmarks with the mark. */
  readonly view: string;
  readonly icon: `i-${string}`;
  /** Icon of the action that removes it. */
  readonly clearIcon: `i-${string}`;
  /** What a row with the mark shows. */
  readonly rowClass: string;
  /** Key that sets or removes it, of a row and of the selection. */
  readonly key: string;
  /** Messages of the actions, in `Bookmarks`, `BookmarkSelection` and its `done`. */
  readonly set: string;
  readonly clear: string;
}

/** The flags that users set on a bookmark, in the order of menus. The message with the name of a flag is its label. */
export const marks = {
  favorite: {
    view: 'favorites',
    icon: 'i-star',
    clearIcon: 'i-star-off',
    rowClass: 'icon i-solid-star text-primary',
    key: 'F',
    set: 'makeFavorite',
    clear: 'unfavorite',
  },
  highlighted: {
    view: 'highlighted',
    icon: 'i-highlighter',
    clearIcon: 'i-highlighter',
    rowClass: 'row-mark',
    key: 'H',
    set: 'highlight',
    clear: 'unhighlight',
  },
  later: {
    view: 'later',
    icon: 'i-clock',
    clearIcon: 'i-clock',
    rowClass: 'icon i-clock text-primary',
    key: 'L',
    set: 'readLater',
    clear: 'notLater',
  },
} as const satisfies Record<FlagName, Mark>;

export const markNames = Object.keys(marks) as FlagName[];

/** Returns a record with a value for each mark. */
export const eachMark = <Value>(valueOf: (name: FlagName) => Value) =>
  Object.fromEntries(markNames.map((name) => [name, valueOf(name)])) as Record<FlagName, Value>;

type MarkView = (typeof marks)[FlagName]['view'];

/** Returns a record with a value for the view of each mark. */
export const eachMarkView = <Value>(valueOf: (name: FlagName) => Value) =>
  Object.fromEntries(markNames.map((name) => [marks[name].view, valueOf(name)])) as Record<MarkView, Value>;
