'use client';

import { useTranslations } from 'next-intl';
import { type FocusEvent, type ReactNode, useCallback, useMemo, useState } from 'react';
import type { MenuPoint } from '@/components/common/context-menu';
import { ErrorState } from '@/components/common/error-state';
import { HeldKeys } from '@/components/common/held-keys';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { Region } from '@/components/common/region';
import { type RowDates, useRowDates } from '@/components/common/row-dates';
import { touchQuery, useMedia } from '@/components/common/use-media';
import { useSoftLinks } from '@/components/common/use-soft-links';
import { VirtualList } from '@/components/common/virtual-list';
import { bookmarkRowRem } from '@/components/entities/bookmark-row';
import { useDecrypted } from '@/components/entities/use-decrypted';
import {
  type BookmarkSource,
  isGroupedByDay,
  type ListItem,
  type RowPages,
  sourceKey,
} from '@/components/features/bookmarks/bookmark-source';
import {
  classOfParts,
  listItems,
  type RenderOptions,
  type RowAppearance,
  RowSkeleton,
  useDayGroups,
  useMeasures,
  useRenderItem,
  type ViewProps,
} from '@/components/features/bookmarks/list-items';
import type { ListProps, Sorting } from '@/components/features/bookmarks/manual-order';
import { RowActions, RowContextMenu } from '@/components/features/bookmarks/row-actions';
import {
  type Asked,
  isSelected,
  type ListContext,
  type Question,
  type RowMenuPlace,
  type SelectionState,
  toggle,
} from '@/components/features/bookmarks/selection';
import { useActiveRow } from '@/components/features/bookmarks/use-active-row';
import { useBookmarkActions } from '@/components/features/bookmarks/use-bookmark-actions';
import { useListControls, useSelectionState } from '@/components/features/bookmarks/use-list-controls';
import { placeIn, type PreviewPlace, usePreview } from '@/components/features/bookmarks/use-preview';
import { useRowPages } from '@/components/features/bookmarks/use-row-pages';
import {
  placeOfSource,
  useNotedSpot,
  useView,
  useViewKeys,
} from '@/components/features/bookmarks/views/use-view';
import { Button } from '@/components/ui/button';
import { useHydrated } from '@/components/ui/use-hydrated';
import { pageSize } from '@/lib/api/endpoint';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { ListPart } from '@/lib/contract/views';
import type { ShownView } from '@/lib/domain/list-view';
import { cn } from '@/lib/utils/cn';

/** Alert for rows that could not be loaded, fixed above the end of the list. */
function ListGap({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('Bookmarks');
  return (
    <div
      role="alert"
      className="sticky bottom-20 z-10 mx-auto flex w-fit animate-rise items-center gap-3 rounded-lg border bg-popover py-1.5 pr-1.5 pl-4 shadow-float md:bottom-5"
    >
      {t('gap')}
      <Button onClick={onRetry}>{t('retry')}</Button>
    </div>
  );
}

const UnlockedRows = onDemand(() =>
  import('@/components/features/bookmarks/unlocked-rows').then((module) => module.UnlockedRows),
);

const Preview = onDemand(
  () => import('@/components/features/bookmarks/preview').then((module) => module.Preview),
  <DialogLoading />,
);

/** All keys but those that the list itself handles. */
const keysOfBar = /^(?!(?:[jkxoe ]|Arrow.+|Home|End|Enter)$)/iu;

const SelectionBar = onDemand(
  () => import('@/components/features/bookmarks/selection-bar').then((module) => module.SelectionBar),
  <HeldKeys keys={keysOfBar} />,
);

const QuestionDialog = onDemand(
  () => import('@/components/features/bookmarks/selection-dialogs').then((module) => module.QuestionDialog),
  <DialogLoading />,
);

export interface BookmarkListProps {
  source: BookmarkSource;
  label: string;
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** Collection whose chip is not shown: the current one, or the default one. */
  hiddenCollection?: string | null | undefined;
  /** Renders the texts of a row with search matches marked. */
  look?: ((bookmark: Bookmark) => RowAppearance | undefined) | undefined;
  /** Adds rows that exist only on this device to the list. */
  merge?: ((list: RowPages) => RowPages) | undefined;
  /** Called with the number of rows that exist only on this device. */
  onAdded?: ((count: number) => void) | undefined;
}

/** A virtual list of bookmarks of any source, with all actions of a row. Key it by `sourceKey`. */
export function BookmarkList({ source, empty, merge, onAdded, ...shown }: BookmarkListProps) {
  const t = useTranslations('Bookmarks');
  const hydrated = useHydrated();
  const pages = useRowPages(source);
  const [placed, setPlaced] = useState<RowPages | null>(null);
  const isOpen = useDecrypted().size > 0;
  // Locking takes effect in this render, before the component that added rows unmounts.
  const unlocked = isOpen ? placed : null;
  const list = unlocked ?? merge?.(pages) ?? pages;
  const selecting = useSelectionState(list.total);
  const dates = useRowDates();
  const groups = useDayGroups(list.pages, isGroupedByDay(source) ? dates.group : null);
  const choice = useView(placeOfSource(source));
  const { view } = choice;
  useViewKeys(choice);
  // The server renders the first page only, and hydration happens before scrolling.
  const total = hydrated ? list.total : Math.min(list.total ?? 0, pageSize);
  const { head, closestFrom } = list;
  const items = useMemo(
    () => listItems(total ?? 0, pageSize, groups, head, closestFrom),
    [total, groups, head, closestFrom],
  );

  if (list.failed) {
    return (
      <ErrorState
        title={t('loadFailed')}
        text={t('loadFailedText')}
        action={<Button onClick={list.retry}>{t('retry')}</Button>}
      />
    );
  }
  if (list.total === null) return <BookmarkRowSkeleton count={12} label={t('loading')} />;
  return (
    <>
      <Rows {...{ ...shown, source, list, selecting, dates, items, empty, view }} />
      {isOpen ? <UnlockedRows {...{ source, onRows: setPlaced, onAdded, ...selecting }} /> : null}
      {list.hasGap ? <ListGap onRetry={list.retry} /> : null}
    </>
  );
}

interface RowsProps extends Omit<BookmarkListProps, 'merge' | 'onAdded'> {
  list: RowPages;
  selecting: SelectionState;
  dates: RowDates;
  items: readonly ListItem[];
  view: ShownView;
}

function Rows({ source, label, list, selecting, items, empty, view, ...look }: RowsProps) {
  const isTouch = useMedia(touchQuery);
  // The other views begin where the list was left; so does the usual one after them.
  const [isUsual, setUsual] = useState(isPlain(view));
  if (isUsual && !isPlain(view)) setUsual(false);
  const actions = useBookmarkActions();
  const softLinks = useSoftLinks();
  const { active, hold, listProps } = useActiveRow();
  const [asked, onAsk] = useState<Asked | null>(null);
  const [menuAt, onMenu] = useState<RowMenuPlace | null>(null);
  const hydrated = useHydrated();
  const { uuid, place: known, setPlace: onPreview } = usePreview();
  const preview = uuid === null || !hydrated ? null : { uuid, place: known ?? placeIn(list, uuid) };
  const { context, handlers, status } = useListControls({
    ...selecting,
    source,
    list,
    items,
    isTouch,
    actions,
    look: look.look,
    onAsk,
    onMenu,
    onPreview,
  });
  const { isTrash } = context;
  const order = useManualOrder(source, list, { ...listProps, onClick: softLinks });
  const menuProps = (bookmark: Bookmark, place: number) => ({
    ...{ bookmark, actions, isTrash },
    onPreview: () => onPreview({ place, bookmark }),
    onSelect: () => toggle({ uuid: bookmark.uuid, place }, context),
    onAsk: (question: Question) => onAsk({ bookmark, question }),
  });
  const rowActions = (bookmark: Bookmark, place: number, compact: boolean) => (
    <RowActions {...menuProps(bookmark, place)} compact={compact} onMenuOpenChange={hold} />
  );
  const isMenuOfSelection =
    menuAt !== null && selecting.count > 0 && isSelected(selecting.selection, menuAt.bookmark.uuid);
  const options = {
    ...look,
    list,
    items,
    selecting,
    draggable: !isTouch && !isTrash,
    sortable: order.sortable,
    showTags: view.parts.includes('tags'),
    active: isTouch ? null : active,
    current: preview?.uuid,
    handlers,
    onVisit: actions.visit,
    onPreview,
    actionsOf: (bookmark, place) =>
      !isTouch && active === bookmark.uuid ? rowActions(bookmark, place, false) : null,
    menuOf: (bookmark, place) =>
      isTouch && selecting.count === 0 ? rowActions(bookmark, place, true) : null,
  } satisfies RenderOptions;
  const shownRows = {
    ...order.props,
    'aria-label': label,
    // Shift extends a selection of rows, never a text selection.
    className: selecting.count > 0 ? 'select-none' : undefined,
  };
  return (
    <>
      <p role="status" className="sr-only">
        {status}
      </p>
      {list.total === 0 ? (
        empty
      ) : isUsual ? (
        <PlainRows {...{ view, options, isTouch, context }} props={shownRows} />
      ) : (
        <OtherView {...{ view, options, isTouch, context }} props={shownRows} />
      )}
      {order.marks}
      {menuAt && !isMenuOfSelection ? (
        <RowContextMenu
          at={menuAt}
          row={menuProps(menuAt.bookmark, menuAt.place)}
          onClose={() => onMenu(null)}
          onOpenChange={hold}
        />
      ) : null}
      {asked ? <QuestionDialog {...{ ...asked, context }} onClose={() => onAsk(null)} /> : null}
      <Panels {...{ context, status, preview }} menuAt={isMenuOfSelection ? menuAt.point : null} />
    </>
  );
}

const isExtra = (part: ListPart): boolean => part === 'cover' || part === 'description' || part === 'notes';

/** Whether the list is the usual one, perhaps without dates or collections, whose code is always loaded. */
const isPlain = ({ layout, parts }: ShownView): boolean => layout === 'list' && !parts.some(isExtra);

const OtherView = onDemand(
  () => import('@/components/features/bookmarks/views/other-view').then((module) => module.OtherView),
  <ViewLoading />,
);

function ViewLoading() {
  const t = useTranslations('Bookmarks');
  return (
    <>
      <BookmarkRowSkeleton count={12} label={t('loading')} />
      <HeldKeys />
    </>
  );
}

/** The rows of the usual list. */
function PlainRows({ view, options, isTouch, context, props }: ViewProps) {
  useNotedSpot(sourceKey(context.source));
  const render = useRenderItem(options);
  const measures = useMeasures(options, bookmarkRowRem[isTouch ? 'touch' : 'desktop']);
  return (
    <VirtualList<ListItem>
      {...props}
      {...measures}
      className={cn(props.className, classOfParts(view))}
      render={render}
    />
  );
}

interface PanelsProps {
  context: ListContext;
  status: string;
  preview: { uuid: string; place: PreviewPlace | null } | null;
  /** Where the context menu of the selection is open. */
  menuAt: MenuPoint | null;
}

/** Panels and menus that a list opens. */
function Panels({ context, status, preview, menuAt }: PanelsProps) {
  return (
    <>
      {preview ? (
        <Region alert="floating">
          <Preview {...preview} context={context} />
        </Region>
      ) : null}
      {context.count > 0 && context.list.total !== 0 ? (
        <SelectionBar {...{ context, status, menuAt }} />
      ) : null}
    </>
  );
}

const ManualOrder = onDemand(
  () => import('@/components/features/bookmarks/manual-order').then((module) => module.ManualOrder),
  <HeldKeys />,
);

/** Whether a list shows the complete manual order, which is required to change it. */
const hasManualOrder = (source: BookmarkSource): boolean =>
  ((source.kind === 'collection' && !source.smart) || (source.kind === 'library' && source.view === 'all')) &&
  source.sort === 'order-ASC';

/** Makes the rows of a list in manual order sortable; its code is loaded only for such lists. */
function useManualOrder(
  source: BookmarkSource,
  list: RowPages,
  props: ListProps,
): { sortable: boolean; props: ListProps; marks: ReactNode } {
  const hydrated = useHydrated();
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const { keep } = list;
  const onFocusCapture = useCallback(
    ({ target }: FocusEvent) => {
      const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
      if (index !== undefined) keep(Number(index));
    },
    [keep],
  );
  if (!hasManualOrder(source)) return { sortable: false, props, marks: null };
  const own = { ...props, onFocusCapture };
  return {
    sortable: true,
    props: sorting ? sorting(own) : own,
    marks: hydrated ? <ManualOrder list={list} onReady={setSorting} /> : null,
  };
}

/** Skeleton in the size of the rows. */
function BookmarkRowSkeleton({ count, label }: { count: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="row">
          <RowSkeleton place={index} />
        </div>
      ))}
    </div>
  );
}
