'use client';
import type { Route } from 'next';
import { useFormatter, useTranslations } from 'next-intl';
import { usePathname, useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { useSoftLinks } from '@/components/common/use-soft-links';
import { Logo } from '@/components/common/logo';
import { collectionName } from '@/components/entities/collection-chip';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { sideMenu } from '@/components/shell/side-menu';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import type { CollectionSummary } from '@/lib/contract/collections';

interface Linked {
  key: string;
  href: string;
}

/**
 * Returns the key of the active menu entry: the one whose path and parameters all match, and of several the one
 * with the most parameters, so that `/?filter=favorites` is not also `/`.
 */
export function activeItem(items: readonly Linked[], pathname: string, search: string): string | null {
  const here = new URLSearchParams(search);
  const at = pathname === '/bookmarks' ? '/' : pathname;
  let best: { key: string; named: number } | null = null;
  for (const { key, href } of items) {
    const [path, query = ''] = href.split('?');
    const wanted = [...new URLSearchParams(query)];
    if (path !== at || !wanted.every(([name, value]) => here.get(name) === value)) continue;
    if (!best || wanted.length > best.named) best = { key, named: wanted.length };
  }
  return best?.key ?? null;
}

type MenuKey = 'bookmarks' | 'collections' | 'favorites' | 'later' | 'annotations' | 'tags' | 'trash';

/** Menu entries with their icons. */
const menu: Record<MenuKey, { icon: `i-${string}`; add?: 'addBookmark' | 'addCollection' }> = {
  bookmarks: { icon: 'i-bookmark', add: 'addBookmark' },
  collections: { icon: 'i-library', add: 'addCollection' },
  favorites: { icon: 'i-star' },
  later: { icon: 'i-clock' },
  annotations: { icon: 'i-highlighter' },
  tags: { icon: 'i-tags' },
  trash: { icon: 'i-trash' },
};

export interface SidebarItem {
  key: MenuKey;
  href: Route;
  count?: number | undefined;
  /** If set, a plus button is shown on hover and focus. */
  onAdd?: (() => void) | undefined;
}

interface SidebarProps {
  items: readonly SidebarItem[];
  collections: readonly CollectionSummary[];
  onAddCollection: () => void;
  /** Below the collections, at the bottom: the extension's card. */
  footer?: ReactNode;
}

/** The menu of the large shell, and the content of the drawer of medium-sized screens. */
export function Sidebar({ items, collections, onAddCollection, footer }: SidebarProps) {
  const t = useTranslations('Shell');
  const links = collections.map(({ uuid }) => ({ key: uuid, href: `/collections/${uuid}` }));
  const active = activeItem([...items, ...links], usePathname(), useSearchParams().toString());
  const { number } = useFormatter();
  const softLinks = useSoftLinks();

  return (
    <nav aria-label={t('menu')} className="flex min-h-0 flex-1 flex-col">
      <AppLink href="/" className="mx-2 mt-[18px] mb-[15px] flex h-7 w-fit items-center rounded-md px-2">
        <Logo name={t('product')} />
      </AppLink>
      <ul className="px-[7px]">
        {items.map((item) => (
          <MenuItem key={item.key} item={item} active={active === item.key} />
        ))}
      </ul>
      <div className={sideMenu.heading}>
        <h2>{t('collections')}</h2>
        <AddButton label={t('addCollection')} onAdd={onAddCollection} />
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- handles clicks that bubble up from the links */}
      <ul
        onClick={softLinks}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-[7px] pb-2 [scrollbar-width:thin]"
      >
        {collections.map((collection, index) => (
          <CollectionItem
            key={collection.uuid}
            collection={collection}
            isLastPinned={collection.pinned && collections[index + 1]?.pinned === false}
            t={t}
            count={number(collection.count)}
            active={active === collection.uuid}
          />
        ))}
      </ul>
      {footer}
    </nav>
  );
}

function MenuItem({ item, active }: { item: SidebarItem; active: boolean }) {
  const t = useTranslations('Shell');
  const { number } = useFormatter();
  const { key, href, count, onAdd } = item;
  const { icon, add } = menu[key];
  return (
    <li className={sideMenu.item}>
      {/* A view of the list is the same route as the list, which is prefetched. */}
      <AppLink
        href={href}
        prefetch={href.includes('?') ? false : null}
        className={sideMenu.link}
        aria-current={active ? 'page' : undefined}
      >
        <Icon name={icon} />
        <span className={sideMenu.name}>{t(key)}</span>
        {count === undefined ? null : <span className={sideMenu.count}>{number(count)}</span>}
      </AppLink>
      {onAdd && add ? <AddButton label={t(add)} onAdd={onAdd} overCount={count !== undefined} /> : null}
    </li>
  );
}

interface CollectionItemProps {
  collection: CollectionSummary;
  t: ReturnType<typeof useTranslations<'Shell'>>;
  count: string;
  active: boolean;
  /** Whether a line separates it from the others. */
  isLastPinned: boolean;
}

/** A plain link without hooks, since there are dozens of them: the list navigates. */
function CollectionItem({ collection, t, count, active, isLastPinned }: CollectionItemProps) {
  const name = collectionName(collection, t('uncategorized'));
  return (
    <li className={isLastPinned ? 'side-split' : undefined}>
      <a
        href={`/collections/${collection.uuid}`}
        className={sideMenu.link}
        aria-current={active ? 'page' : undefined}
        data-drop-collection={collection.smart ? undefined : collection.uuid}
        data-drop-name={name}
      >
        <CollectionIcon collection={collection} smartLabel={t('smart')} size="side" />
        <span dir="auto" className={sideMenu.name}>
          {name}
        </span>
        {collection.security === 1 ? (
          <span role="img" aria-label={t('public')} title={t('public')} className="icon i-globe text-faint" />
        ) : null}
        <span className={sideMenu.count}>{count}</span>
      </a>
    </li>
  );
}

/** On hover and focus, the button replaces the count, if there is one. Touch has neither. */
function AddButton({
  label,
  onAdd,
  overCount = false,
}: {
  label: string;
  onAdd: () => void;
  overCount?: boolean;
}) {
  return (
    <ButtonBase
      onClick={onAdd}
      aria-label={label}
      title={label}
      className={overCount ? 'side-add side-add-over' : 'side-add'}
    >
      <Icon name="i-plus" />
    </ButtonBase>
  );
}
