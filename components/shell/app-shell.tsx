'use client';

import { useTranslations } from 'next-intl';
import { usePathname, useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { ModKey } from '@/components/common/mod-key';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { buttonVariants } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';

interface AppShellProps {
  /** A `Sidebar`: fixed on large screens, in a drawer on others. */
  sidebar: ReactNode;
  searchBox: ReactNode;
  spaceSwitcher: ReactNode;
  userMenu: ReactNode;
  /** A `BottomBar`, for small screens. */
  bottomBar: ReactNode;
  skipLabel: string;
  children: ReactNode;
}

/**
 * Both shells around a screen. The stylesheet chooses between them (small below 768 px, sidebar from 1024 px),
 * so the server's HTML is right for every width. The page scrolls with the window; fixed elements are above it.
 */
export function AppShell({
  sidebar,
  searchBox,
  spaceSwitcher,
  userMenu,
  bottomBar,
  skipLabel,
  children,
}: AppShellProps) {
  return (
    <div className="lg:pl-62">
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-inverse px-3 py-2 font-medium text-inverse-foreground focus:translate-y-0"
      >
        {skipLabel}
      </a>
      <div className="fixed inset-y-0 left-0 z-30 flex w-62 flex-col border-r bg-muted max-lg:hidden">
        {sidebar}
      </div>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-3 border-b bg-background px-5 max-md:hidden">
        <MenuDrawer>{sidebar}</MenuDrawer>
        <div className="flex min-w-0 flex-1">{searchBox}</div>
        {spaceSwitcher}
        {userMenu}
      </header>
      <MobileHeader menu={<MenuDrawer>{sidebar}</MenuDrawer>} spaceSwitcher={spaceSwitcher} />
      <main
        id="content"
        tabIndex={-1}
        className="outline-none xl:pr-(--aside,0px) max-md:pb-[calc(4rem+env(safe-area-inset-bottom))]"
      >
        {children}
      </main>
      {bottomBar}
    </div>
  );
}

const Drawer = onDemand(
  () => import('@/components/ui/drawer').then((module) => module.Drawer),
  <DialogLoading />,
);

/** Opens the sidebar where it has no place of its own. */
function MenuDrawer({ children }: { children: ReactNode }) {
  const t = useTranslations('Shell');
  const pathname = usePathname();
  // Storing the path at which it was opened closes the drawer as soon as a link in it leads elsewhere.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      <ButtonBase
        aria-label={t('openMenu')}
        aria-haspopup="dialog"
        onClick={() => {
          setLoaded(true);
          setOpenAt(pathname);
        }}
        className={buttonVariants({ variant: 'ghost', size: 'icon', className: '-ml-2 lg:hidden' })}
      >
        <Icon name="i-menu" />
      </ButtonBase>
      {isLoaded ? (
        <Drawer
          open={openAt === pathname}
          onOpenChange={(open) => setOpenAt(open ? pathname : null)}
          title={t('menu')}
          closeLabel={t('close')}
        >
          {children}
        </Drawer>
      ) : null}
    </>
  );
}

/** Keys of the Shell messages that title a screen in the small shell's header. */
type TitleKey =
  | 'bookmarks'
  | 'collections'
  | 'tags'
  | 'favorites'
  | 'later'
  | 'trash'
  | 'annotations'
  | 'searchShort'
  | 'settings'
  | 'account'
  | 'preferences'
  | 'integration'
  | 'security'
  | 'product';

/** Paths whose last segment is the key of their title. */
const titled = [
  '/bookmarks',
  '/collections',
  '/tags',
  '/annotations',
  '/settings',
  '/settings/account',
  '/settings/preferences',
  '/settings/integration',
  '/settings/security',
];

/** Returns the title of a path and a view of its list; a path without its own title has the product's name. */
export function titleByPath(pathname: string, view: string | null): TitleKey {
  const path = pathname === '/' ? '/bookmarks' : pathname.replace(/\/+$/, '');
  if (path === '/search') return 'searchShort';
  if (path === '/bookmarks' && (view === 'favorites' || view === 'later' || view === 'trash')) return view;
  if (titled.includes(path)) return path.split('/').at(-1) as TitleKey;
  return path.startsWith('/settings/') ? 'settings' : 'product';
}

/** Header of the small shell: the menu, the title of the path, and the space switcher. */
function MobileHeader({ menu, spaceSwitcher }: { menu: ReactNode; spaceSwitcher: ReactNode }) {
  const t = useTranslations('Shell');
  const title = titleByPath(usePathname(), useSearchParams().get('view'));
  return (
    <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b bg-background px-4 md:hidden">
      {menu}
      <p className="min-w-0 flex-1 truncate font-serif text-panel font-semibold">{t(title)}</p>
      {spaceSwitcher}
    </header>
  );
}

/** Looks like a field and opens the search modal, in whose field the text is typed. */
export function SearchBox({ onOpen, onNear }: { onOpen: () => void; onNear: () => void }) {
  const t = useTranslations('Shell');
  return (
    <ButtonBase
      onClick={onOpen}
      onPointerEnter={onNear}
      onFocus={onNear}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-9 w-full max-w-120 cursor-text items-center gap-2 rounded-md border border-input bg-card px-2.5 text-body text-muted-foreground transition-colors hover:border-faint touch:h-11"
    >
      <Icon name="i-search" />
      <span className="flex-1 truncate text-left">{t('search')}</span>
      <ModKey letter="K" />
    </ButtonBase>
  );
}
