import type { useTranslations } from 'next-intl';
import type { MenuEntry } from '@/components/common/menu';
import { markNames, marks } from '@/components/entities/bookmark-marks';
import { type ListContext, type Question, selectAll } from '@/components/features/bookmarks/selection';
import type { FlagName } from '@/lib/bookmark/fields';

const exportFormats = ['html', 'csv'] as const;

/** What the menu can do with the selection; null is not possible with it. */
export interface SelectionActions {
  readonly isTrash: boolean;
  readonly restore: () => void;
  readonly trash: () => void;
  readonly copyLinks: () => void;
  readonly removeFrom: (() => void) | null | undefined;
  readonly encrypt: (() => void) | null;
  readonly readPages: (() => void) | null;
  readonly setMark: (name: FlagName, isSet: boolean) => void;
  /** Whether all selected bookmarks have the mark. */
  readonly areAll: (name: FlagName) => boolean;
  readonly markRead: () => void;
  readonly markUnread: () => void;
  readonly exportAs: (format: (typeof exportFormats)[number]) => void;
}

export interface SelectionMenu {
  actions: SelectionActions;
  /** Opens the dialog of an action. */
  ask: (question: Question) => void;
  context: ListContext;
  /** Whether the bar has no room for all its buttons. */
  isNarrow: boolean;
  t: ReturnType<typeof useTranslations<'BookmarkSelection'>>;
}

const item = (key: string, icon: `i-${string}`, label: string, onSelect: () => void, shortcut?: string) =>
  ({ kind: 'item', key, icon, label, onSelect, shortcut }) satisfies MenuEntry;

/** Returns all actions on the selection, for the right click on one of its rows. */
export function contextEntries(options: SelectionMenu): MenuEntry[] {
  const { actions, ask, t } = options;
  const line: MenuEntry = { kind: 'separator', key: 'bar-line' };
  if (actions.isTrash) {
    return [
      item('restore', 'i-undo-2', t('restore'), actions.restore, 'R'),
      { ...item('erase', 'i-trash-2', t('erase'), () => ask('erase')), destructive: true },
      ...menuEntries(options),
    ];
  }
  return [
    item('move', 'i-folder-input', t('moveTo'), () => ask('move'), 'M'),
    item('tag', 'i-tag', t('tagWith'), () => ask('tag'), 'T'),
    ...menuEntries(options),
    line,
    { ...item('delete', 'i-trash-2', t('delete'), actions.trash), destructive: true },
  ];
}

/** Returns the actions that have no button in the bar. */
export function menuEntries({ actions, ask, context, isNarrow, t }: SelectionMenu): MenuEntry[] {
  const total = context.list.total ?? 0;
  const all =
    context.count < total
      ? [item('all', 'i-list-checks', t('selectAll', { count: total }), () => selectAll(context))]
      : [];
  if (actions.isTrash) return all;
  const leave = actions.removeFrom
    ? [item('removeFrom', 'i-folder-minus', t('removeFrom'), actions.removeFrom)]
    : [];
  const encrypt =
    isNarrow && actions.encrypt !== null ? [item('encrypt', 'i-lock', t('encrypt'), actions.encrypt)] : [];
  const line: MenuEntry[] = all.length > 0 ? [{ kind: 'separator', key: 'all-line' }] : [];
  return [
    ...all,
    ...line,
    item('copyLinks', 'i-link', t('copyLinks'), actions.copyLinks),
    item('copy', 'i-copy-plus', t('copy'), () => ask('copy'), 'C'),
    ...leave,
    item('untag', 'i-tag', t('untag'), () => ask('untag')),
    ...encrypt,
    ...markNames.flatMap((name) => markEntries(name, { actions, isNarrow, t })),
    item('markRead', 'i-check', t('markRead'), actions.markRead),
    item('markUnread', 'i-check', t('markUnread'), actions.markUnread),
    ...(actions.readPages === null
      ? []
      : [item('fetchTitles', 'i-refresh-cw', t('fetchTitles'), actions.readPages)]),
    { kind: 'separator', key: 'export-line' },
    ...exportFormats.map((format) =>
      item(format, 'i-download', t('export', { format: format.toUpperCase() }), () =>
        actions.exportAs(format),
      ),
    ),
  ];
}

function markEntries(
  name: FlagName,
  { actions, isNarrow, t }: Pick<SelectionMenu, 'actions' | 'isNarrow' | 't'>,
): MenuEntry[] {
  const { set, clear, icon, clearIcon, key } = marks[name];
  const add = item(set, icon, t(set), () => actions.setMark(name, true), key);
  const remove = item(clear, clearIcon, t(clear), () => actions.setMark(name, false));
  const isOnAll = actions.areAll(name);
  // The bar has a button for the other one.
  if (name === 'favorite' && !isNarrow) return [isOnAll ? add : remove];
  return isOnAll ? [remove] : [add, remove];
}
