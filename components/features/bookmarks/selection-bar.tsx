'use client';

import type { Mutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import {
  type ComponentProps,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { ContextMenu, type MenuPoint } from '@/components/common/context-menu';
import { Menu } from '@/components/common/menu';
import { isModalOpen, isTypingTarget } from '@/components/common/shortcut';
import { useMedia } from '@/components/common/use-media';
import { markNames, marks } from '@/components/entities/bookmark-marks';
import { rememberPlace } from '@/components/features/bookmarks/bulk';
import { changeIn, type ListContext, type Question } from '@/components/features/bookmarks/selection';
import {
  contextEntries,
  menuEntries,
  type SelectionMenu,
} from '@/components/features/bookmarks/selection-menu';
import { useBarActions } from '@/components/features/bookmarks/use-bar-actions';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { cn } from '@/lib/utils/cn';
import { pressedKey } from '@/lib/utils/pressed-key';

const removingMutations: readonly unknown[] = ['bookmarks.delete', 'bookmarks.restore'];
/** Writes that may move a bookmark out of some lists, such as the favorites. */
const changingMutations: readonly unknown[] = ['bookmarks.favorite', 'bookmarks.update'];

/**
 * Follows writes to one bookmark. The returned function takes each step of a write, and returns the bookmark that it
 * has removed from the list; null if there is none.
 */
export function followGoneRows() {
  // Only rows near the viewport are loaded: a row that was not loaded before the write may still be in the list.
  const listed = new WeakSet<object>();
  return (
    mutation: Pick<Mutation, 'options' | 'state'>,
    { list, selection }: Pick<ListContext, 'list' | 'selection'>,
  ): string | null => {
    const { options, state } = mutation;
    const id = options.mutationKey?.[1];
    const { params } = (state.variables ?? {}) as { params?: { uuid?: string } };
    const uuid = params?.uuid ?? null;
    const isListed = [...list.rows.values()].some((row) => row.uuid === uuid);
    if (state.status === 'pending' && isListed) listed.add(mutation);
    if (state.status !== 'success' || uuid === null) return null;
    if (removingMutations.includes(id)) return uuid;
    // An exception to the whole list stays one: it might only not be loaded.
    if (!changingMutations.includes(id) || selection.kind === 'all') return null;
    return listed.has(mutation) && !isListed ? uuid : null;
  };
}

/** Deselects each bookmark that leaves the list by an individual change. */
function useGoneRows(context: ListContext): void {
  const cache = context.client.getMutationCache();
  const [goneBy] = useState(followGoneRows);
  const drop = useEffectEvent((mutation: Mutation) => {
    const uuid = goneBy(mutation, context);
    if (uuid !== null) changeIn(context, { type: 'drop', uuid });
  });
  useEffect(
    () =>
      cache.subscribe(({ mutation, type }) => {
        if (type === 'updated') drop(mutation as Mutation);
      }),
    [cache],
  );
}

/**
 * Handles keys that act on the whole selection, regardless of the focus: by the name of the key, with a
 * `Shift+` prefix if Shift is held. Text fields, menus and modals are ignored.
 */
function useSelectionKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isModalOpen() || isTypingTarget(event.target)) return;
    if (event.target instanceof Element && event.target.closest('[role=menu]')) return;
    const key = pressedKey(event);
    const run = actions[event.shiftKey ? `Shift+${key.toLowerCase()}` : key];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

interface SelectionBarProps {
  context: ListContext;
  /** Localized text with the number of selected rows. */
  status: string;
  /** Where the context menu of a selected row is open. */
  menuAt: MenuPoint | null;
}

/** Actions on the selection: by its buttons, its menu, and by keys regardless of the focus. */
export function SelectionBar({ context, status, menuAt }: SelectionBarProps) {
  const t = useTranslations('BookmarkSelection');
  const ask = (question: Question) => context.onAsk({ question });
  const actions = useBarActions(context);
  const origin = useRef<string>(undefined);
  const clear = () => {
    const returnFocus = rememberPlace(origin.current ?? context.selection.anchor?.uuid);
    changeIn(context, { type: 'clear' });
    returnFocus();
  };
  const { kind, named } = context.selection;
  const isWhole = kind === 'all' && named.size === 0;
  useGoneRows(context);
  const remove = actions.isTrash ? () => ask('erase') : actions.trash;
  useSelectionKeys({
    Escape: clear,
    Delete: remove,
    Backspace: remove,
    '.': () => {
      origin.current = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
      document.querySelector<HTMLElement>('[data-floating-bar] button')?.focus();
    },
    ...(actions.isTrash
      ? { r: actions.restore }
      : {
          m: () => ask('move'),
          c: () => ask('copy'),
          t: () => ask('tag'),
          'Shift+t': () => ask('untag'),
          ...Object.fromEntries(
            markNames.map((name) => [marks[name].key.toLowerCase(), () => actions.toggleMark(name)]),
          ),
        }),
  });
  return (
    <>
      {/* Space to scroll the last rows out from under the bar. */}
      <div aria-hidden="true" className="h-20" />
      <FloatingBar
        label={t('bar')}
        closeLabel={t('clear')}
        onClose={clear}
        status={
          <span className="inline-flex items-center gap-2">
            {actions.isPending ? <Spinner /> : null}
            {isWhole ? <span className="md:hidden">{t('all', { count: context.count })}</span> : null}
            <span className={isWhole ? 'max-md:hidden' : undefined}>{status}</span>
          </span>
        }
      >
        <BarButtons {...{ actions, ask, context }} />
      </FloatingBar>
      {menuAt ? (
        <ContextMenu
          key={`${menuAt.x} ${menuAt.y}`}
          label={t('more')}
          at={menuAt}
          entries={() => contextEntries({ actions, ask, context, isNarrow: true, t })}
          onClose={() => context.onMenu(null)}
        />
      ) : null}
    </>
  );
}

/** The most common actions as buttons, with text if there is space; the others in a menu. */
function BarButtons({ actions, ask, context }: Pick<SelectionMenu, 'actions' | 'ask' | 'context'>) {
  const t = useTranslations('BookmarkSelection');
  const isNarrow = useMedia('(width < 48rem)');
  return (
    <>
      {actions.isTrash ? (
        <>
          <BarButton icon="i-undo-2" label={t('restore')} onPress={actions.restore} />
          <BarButton icon="i-trash-2" label={t('erase')} onPress={() => ask('erase')} />
        </>
      ) : (
        <>
          <BarButton icon="i-folder-input" label={t('move')} onPress={() => ask('move')} />
          <BarButton icon="i-tag" label={t('tag')} onPress={() => ask('tag')} />
          {isNarrow || actions.encrypt === null ? null : (
            <BarButton icon="i-lock" label={t('encrypt')} onPress={actions.encrypt} />
          )}
          {isNarrow ? null : (
            <BarButton
              icon="i-star"
              label={t(actions.areAll('favorite') ? 'unfavorite' : 'makeFavorite')}
              onPress={() => actions.setMark('favorite', !actions.areAll('favorite'))}
            />
          )}
          <BarButton icon="i-trash-2" label={t('delete')} onPress={actions.trash} />
        </>
      )}
      <Menu
        label={t('more')}
        side="top"
        buttonClassName="grid size-[30px] shrink-0 place-items-center rounded-sm bg-inverse-raised touch:hit"
        entries={() => menuEntries({ actions, ask, context, isNarrow, t })}
      >
        <Icon name="i-ellipsis" />
      </Menu>
    </>
  );
}

/** On a phone an icon with an accessible name, elsewhere text. */
function BarButton({ icon, label, onPress }: { icon: `i-${string}`; label: string; onPress: () => void }) {
  return (
    <FloatingBarButton
      onClick={onPress}
      title={label}
      className="max-md:w-9 max-md:justify-center max-md:px-0"
    >
      <Icon name={icon} className="md:hidden" />
      <span className="max-md:sr-only">{label}</span>
    </FloatingBarButton>
  );
}

interface FloatingBarProps {
  /**
   * Number of selected items. The caller announces it: a live region that is mounted with its text is not read
   * out.
   */
  status: ReactNode;
  label: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Actions on a selection; floats above the list, and above the bottom bar on small screens. Toasts are shown
 * above it (see `toasts.tsx`).
 */
export function FloatingBar({ status, label, closeLabel, onClose, children }: FloatingBarProps) {
  return (
    <div className="pointer-events-none fixed right-[calc(0.75rem+var(--removed-body-scroll-bar-size,0px))] left-3 bottom-[calc(76px+env(safe-area-inset-bottom))] z-20 flex justify-center md:bottom-5">
      <div
        role="toolbar"
        aria-label={label}
        data-floating-bar=""
        tabIndex={-1}
        onKeyDown={moveFocus}
        className="pointer-events-auto flex h-11 max-w-full animate-rise items-center gap-2 rounded-lg bg-inverse pr-1.5 pl-3.5 md:gap-2.5 text-inverse-foreground shadow-float"
      >
        <span className="shrink-0 tabular-nums">{status}</span>
        <div className="flex min-w-0 items-center gap-1.5 overflow-x-auto -mx-1 px-1 py-1 md:gap-2.5 [scrollbar-width:none]">
          {children}
        </div>
        <ButtonBase
          aria-label={closeLabel}
          title={closeLabel}
          onClick={onClose}
          className="grid size-8 shrink-0 place-items-center rounded-sm hover:bg-inverse-raised touch:hit"
        >
          <Icon name="i-x" />
        </ButtonBase>
      </div>
    </div>
  );
}

/** The left and right arrow keys move the focus between buttons, as in any toolbar. */
function moveFocus(event: ReactKeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[pressedKey(event)];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const here = buttons.findIndex((button) => button === event.target);
  if (step === undefined || here < 0) return;
  event.preventDefault();
  buttons.at((here + step) % buttons.length)?.focus();
}

export function FloatingBarButton({ className, ...props }: ComponentProps<'button'>) {
  return (
    <ButtonBase
      {...props}
      className={cn(
        'inline-flex h-7.5 shrink-0 items-center gap-2 rounded-sm bg-inverse-raised px-2 md:px-2.5 font-medium touch:hit',
        className,
      )}
    />
  );
}
