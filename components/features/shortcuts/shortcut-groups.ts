import type { Messages } from '@/lib/i18n/messages';

type Words = Messages['Shortcuts'];

/** Keys pressed together. `mod` is ⌘ on Apple machines and Ctrl elsewhere. */
export type Keys = readonly string[];

/** A group of keys by where they act, and under each name of what they do the ways to press it. */
export type ShortcutGroups = {
  readonly [Group in keyof Words['groups']]: Readonly<
    Partial<Record<keyof Words['actions'], readonly Keys[]>>
  >;
};

/** Every key of the product. A list that grows a key names it here. */
export const shortcutGroups: ShortcutGroups = {
  anywhere: {
    search: [['mod', 'K']],
    addBookmark: [['mod', 'B']],
    addCollection: [['mod', 'U']],
    undo: [['mod', 'Z']],
    notices: [['Alt', 'T']],
    shortcuts: [['?']],
    leave: [['Esc']],
  },
  list: {
    move: [['↓'], ['↑'], ['J'], ['K']],
    open: [['Enter']],
    preview: [['O']],
    edit: [['E']],
    favorite: [['F']],
    highlight: [['H']],
    delete: [['Delete']],
    select: [['X']],
    extend: [
      ['Shift', '↓'],
      ['Shift', '↑'],
    ],
    selectAll: [['mod', 'A']],
  },
  selection: {
    moveTo: [['M']],
    copyTo: [['C']],
    tag: [['T']],
    untag: [['Shift', 'T']],
    favoriteAll: [['F']],
    highlightAll: [['H']],
    deleteAll: [['Delete']],
    restoreAll: [['R']],
    toBar: [['.']],
    clear: [['Esc']],
  },
  searching: {
    choose: [['↓'], ['↑']],
    openChosen: [['Enter']],
    byCollection: [['@']],
  },
};
