'use client';

import { useSyncExternalStore } from 'react';
import { applyTheme, currentTheme, onThemeChange, type Theme } from '@/components/common/theme';

/** Returns the theme preference and its setter; `system` until the page is hydrated. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore<Theme>(onThemeChange, currentTheme, () => 'system');
  return [theme, applyTheme];
}
