import type { Theme } from '@/lib/contract/account';

export type { Theme };

/** Stored in a cookie, so that the server writes the right theme into the first byte and nothing flashes. */
export const themeCookie = 'markwell-theme';

/** Background colors of the two themes, for the browser's own bars. */
export const themeGround = { light: '#fbfaf8', dark: '#151311' } as const;

export const parseTheme = (value: string | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'system';

const changed = new Set<() => void>();

export function onThemeChange(listener: () => void): () => void {
  changed.add(listener);
  return () => changed.delete(listener);
}

export const currentTheme = (): Theme => parseTheme(document.documentElement.dataset['theme']);

export const systemIsDark = (): boolean => window.matchMedia('(prefers-color-scheme: dark)').matches;

/** Applies a theme at once and stores it for the next visit. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=31536000; samesite=lax${secure}`;
  const ground = themeGround[theme === 'system' ? (systemIsDark() ? 'dark' : 'light') : theme];
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', ground);
  for (const listener of changed) listener();
}
