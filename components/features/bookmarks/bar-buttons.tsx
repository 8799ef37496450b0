'use client';

import { useTranslations } from 'next-intl';
import { FloatingBarButton } from '@/components/common/floating-bar';
import { Menu, type MenuEntry } from '@/components/common/menu';
import { useMedia } from '@/components/common/use-media';
import type { ListContext } from '@/components/features/bookmarks/list-context';
import { selectAll } from '@/components/features/bookmarks/select-rows';
import type { BarActions } from '@/components/features/bookmarks/use-bar-actions';
import { Icon } from '@/components/ui/icon';

/** What an action has to ask before it is carried out. */
export type Question = 'move' | 'copy' | 'tag' | 'untag' | 'erase';

interface BarButtonsProps {
  actions: BarActions;
  ask: (question: Question) => void;
  context: ListContext;
}

/** The actions that are wanted most as buttons, words where there is room for them; the others in a menu. */
export function BarButtons({ actions, ask, context }: BarButtonsProps) {
  const t = useTranslations('BookmarkSelection');
  const isNarrow = useMedia('(width < 48rem)');
  const entries = (): MenuEntry[] => menuOf({ actions, ask, context, isNarrow, t });
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
              label={t(actions.areFavorites ? 'unfavorite' : 'favorite')}
              onPress={actions.toggleFavorite}
            />
          )}
          <BarButton icon="i-trash-2" label={t('delete')} onPress={actions.trash} />
        </>
      )}
      <Menu
        label={t('more')}
        side="top"
        buttonClassName="grid size-[30px] shrink-0 place-items-center rounded-sm bg-inverse-raised touch:hit"
        entries={entries}
      >
        <Icon name="i-ellipsis" />
      </Menu>
    </>
  );
}

/** On a phone an icon with its name for who hears it, elsewhere the word. */
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

const exportFormats = ['html', 'csv'] as const;

interface MenuOptions extends BarButtonsProps {
  isNarrow: boolean;
  t: ReturnType<typeof useTranslations<'BookmarkSelection'>>;
}

function menuOf({ actions, ask, context, isNarrow, t }: MenuOptions): MenuEntry[] {
  const item = (key: string, icon: `i-${string}`, label: string, onSelect: () => void, shortcut?: string) =>
    ({ kind: 'item', key, icon, label, onSelect, shortcut }) satisfies MenuEntry;
  const total = context.list.total ?? 0;
  const all =
    context.count < total
      ? [item('all', 'i-list-checks', t('selectAll', { count: total }), () => selectAll(context))]
      : [];
  if (actions.isTrash) return all;
  const favorite = item('favorite', 'i-star', t('favorite'), actions.favorite);
  const unfavorite = item('unfavorite', 'i-star-off', t('unfavorite'), actions.unfavorite);
  const highlight = item('highlight', 'i-highlighter', t('highlight'), actions.highlight);
  const unhighlight = item('unhighlight', 'i-highlighter', t('unhighlight'), actions.unhighlight);
  const leave = actions.removeFrom
    ? [item('removeFrom', 'i-folder-minus', t('removeFrom'), actions.removeFrom)]
    : [];
  const encrypt =
    isNarrow && actions.encrypt !== null ? [item('encrypt', 'i-lock', t('encrypt'), actions.encrypt)] : [];
  const line: MenuEntry[] = all.length > 0 ? [{ kind: 'separator', key: 'all-line' }] : [];
  return [
    ...all,
    ...line,
    item('copy', 'i-copy-plus', t('copy'), () => ask('copy'), 'C'),
    ...leave,
    item('untag', 'i-tag', t('untag'), () => ask('untag')),
    ...encrypt,
    ...(isNarrow ? [favorite, unfavorite] : [actions.areFavorites ? favorite : unfavorite]),
    ...(actions.areHighlighted ? [] : [highlight]),
    unhighlight,
    { kind: 'separator', key: 'export-line' },
    ...exportFormats.map((format) =>
      item(format, 'i-download', t('export', { format: format.toUpperCase() }), () =>
        actions.exportAs(format),
      ),
    ),
  ];
}
