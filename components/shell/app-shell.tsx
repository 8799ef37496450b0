import type { ReactNode } from 'react';
import { MenuDrawer } from '@/components/shell/menu-drawer';
import { MobileHeader } from '@/components/shell/mobile-header';

interface AppShellProps {
  /** A `Sidebar`: fixed on large screens, in a drawer on middle-sized ones. */
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
 * Both shells around a screen. The stylesheet chooses between them (small below 768 px, sidebar from 1024 px), so the
 * server's HTML is right for every width. The page scrolls in the window; what is fixed stands over it.
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
      <MobileHeader spaceSwitcher={spaceSwitcher} />
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
