/** Keys of the Shell messages that title a screen in the small shell's header. */
export type TitleKey =
  | 'bookmarks'
  | 'collections'
  | 'tags'
  | 'settings'
  | 'account'
  | 'preferences'
  | 'integration'
  | 'security'
  | 'product';

const titles: Record<string, TitleKey> = {
  '/': 'bookmarks',
  '/bookmarks': 'bookmarks',
  '/collections': 'collections',
  '/tags': 'tags',
  '/settings': 'settings',
  '/settings/account': 'account',
  '/settings/preferences': 'preferences',
  '/settings/integration': 'integration',
  '/settings/security': 'security',
};

/** Which title a path has; any path without one of its own shows the product's name. */
export function titleByPath(pathname: string): TitleKey {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return Object.hasOwn(titles, path) ? (titles[path] ?? 'product') : 'product';
}
