'use client';

import { useTranslations } from 'next-intl';
import { useMemo, type MouseEvent } from 'react';
import { Menu, type MenuEntry } from '@/components/common/menu';
import { useRowDates } from '@/components/common/row-dates';
import { touchQuery, useMedia } from '@/components/common/use-media';
import { VirtualList } from '@/components/common/virtual-list';
import { markNames, marks } from '@/components/entities/bookmark-marks';
import {
  BookmarkRow,
  bookmarkRowRem,
  GroupHeading,
  groupHeadingRem,
  useRowLabels,
} from '@/components/entities/bookmark-row';
import { isLocked } from '@/components/entities/bookmark-text';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { Icon } from '@/components/ui/icon';
import type { FlagName } from '@/lib/bookmark/fields';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { OfflineLibrary } from '@/lib/offline/offline-store';
import { decryptedRow } from '@/lib/vault/decrypted';

/** Actions on a bookmark without a network. */
export interface OfflineActions {
  /** Sets or removes a mark. */
  readonly onMark: (bookmark: Bookmark, name: FlagName) => void;
  readonly onRead: (bookmark: Bookmark) => void;
  readonly onEdit: (bookmark: Bookmark) => void;
  readonly onMove: (bookmark: Bookmark) => void;
  readonly onTrash: (bookmark: Bookmark) => void;
  /** Bookmarks whose texts can be read. */
  readonly texts: ReadonlySet<string>;
  readonly onReadText: (bookmark: Bookmark) => void;
}

interface OfflineRowsProps {
  library: OfflineLibrary;
  rows: readonly Bookmark[];
  /** Number of rows that match the whole query; a line separates the closest ones. */
  full: number;
  /** Null if nothing can be stored. */
  actions: OfflineActions | null;
  /** Bookmarks with unsent changes. */
  waiting: ReadonlySet<string>;
  onUnlock: (bookmark: Bookmark) => void;
  onCollection: (uuid: string) => void;
}

const closest = 'closest';

/** A row, or the heading of the closest matches. */
type Item = Bookmark | typeof closest;

const sizeWith = (row: number) => (item: Item) => (item === closest ? groupHeadingRem : row);
const itemSizes = { desktop: sizeWith(bookmarkRowRem.desktop), touch: sizeWith(bookmarkRowRem.touch) };

/** The rows of the copy, with their actions. */
export function OfflineRows(props: OfflineRowsProps) {
  const { library, rows, full, actions, waiting, onUnlock, onCollection } = props;
  const t = useTranslations('Offline');
  const heading = useTranslations('Bookmarks')(closest);
  const labels = useRowLabels();
  const dates = useRowDates();
  const isTouch = useMedia(touchQuery);
  const names = useMemo(() => spaceNames(library), [library]);
  const defaults = useMemo(() => defaultCollections(library), [library]);
  const items = useMemo<readonly Item[]>(
    () => (full > 0 && full < rows.length ? [...rows.slice(0, full), closest, ...rows.slice(full)] : rows),
    [rows, full],
  );
  useDecrypted();
  // The chips of a row link to pages that cannot be loaded offline.
  const openCollection = (event: MouseEvent<HTMLElement>) => {
    const chip = (event.target as HTMLElement).closest<HTMLAnchorElement>('a.chip');
    const uuid = chip && /\/collections\/([^/]+)$/.exec(chip.pathname)?.[1];
    if (!uuid) return;
    event.preventDefault();
    onCollection(uuid);
  };
  return (
    <VirtualList
      aria-label={t('list')}
      className="mt-3"
      items={items}
      keyOf={(item) => (item === closest ? item : item.uuid)}
      sizeOf={itemSizes[isTouch ? 'touch' : 'desktop']}
      onClick={openCollection}
      render={(item, index) =>
        item === closest ? (
          <GroupHeading index={index} group={item} text={heading} />
        ) : (
          <BookmarkRow
            bookmark={decryptedRow(item)}
            labels={labels}
            date={waiting.has(item.uuid) ? t('waiting') : dates.short(item.createdAt)}
            index={index}
            hiddenCollection={item.collections.find(({ uuid }) => defaults.has(uuid))?.uuid}
            space={names.get(item.uuid)}
            last={index === items.length - 1 || items[index + 1] === closest}
            menu={actions && <RowMenu bookmark={item} actions={actions} />}
            onActivate={
              isLocked(decryptedRow(item)) ? onUnlock : item.encrypted ? undefined : actions?.onEdit
            }
          />
        )
      }
    />
  );
}

interface RowMenuProps {
  /** The stored bookmark: an encrypted one has only its envelope. */
  bookmark: Bookmark;
  actions: OfflineActions;
}

/** Encrypted bookmarks are edited in the app, which has the current keys. */
function RowMenu({ bookmark, actions }: RowMenuProps) {
  const t = useTranslations('Bookmarks');
  const offline = useTranslations('Offline');
  const entry = (
    key: string,
    icon: `i-${string}`,
    label: string,
    run: (row: Bookmark) => void,
  ): MenuEntry => ({
    kind: 'item',
    key,
    icon,
    label,
    onSelect: () => run(bookmark),
  });
  const entries = (): MenuEntry[] => [
    ...(actions.texts.has(bookmark.uuid)
      ? [entry('text', 'i-book-open', offline('readText'), actions.onReadText)]
      : []),
    ...markNames.map((name) => {
      const { set, clear, icon, clearIcon } = marks[name];
      const [label, shown] = bookmark[name] ? ([clear, clearIcon] as const) : ([set, icon] as const);
      return entry(name, shown, t(label), (row) => actions.onMark(row, name));
    }),
    entry('read', 'i-check', t(bookmark.readAt === null ? 'markRead' : 'markUnread'), actions.onRead),
    ...(bookmark.encrypted ? [] : [entry('edit', 'i-pencil', t('edit'), actions.onEdit)]),
    entry('move', 'i-folder-input', offline('move'), actions.onMove),
    { kind: 'separator', key: 'danger' },
    {
      kind: 'item',
      key: 'delete',
      icon: 'i-trash-2',
      label: t('delete'),
      destructive: true,
      onSelect: () => actions.onTrash(bookmark),
    },
  ];
  return (
    <Menu label={t('more')} buttonClassName="row-action" entries={entries}>
      <Icon name="i-ellipsis-vertical" />
    </Menu>
  );
}

/** Returns the names of the spaces other than the current one, by bookmark. */
function spaceNames({ spaces }: OfflineLibrary): ReadonlyMap<string, string> {
  const others = spaces.filter(({ space }) => !space.isCurrent);
  return new Map(others.flatMap(({ space, bookmarks }) => bookmarks.map(({ uuid }) => [uuid, space.name])));
}

const defaultCollections = ({ spaces }: OfflineLibrary): ReadonlySet<string> =>
  new Set(
    spaces.flatMap(({ collections }) => collections.filter((one) => one.isDefault).map(({ uuid }) => uuid)),
  );
