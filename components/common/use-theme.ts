'use client';

import { useSyncExternalStore } from 'react';
import { applyTheme, currentTheme, onThemeChange, type Theme } from '@/components/common/theme';

/** The theme preference and how to change it; `system` until the page is taken over. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore<Theme>(onThemeChange, currentTheme, () => 'system');
  return [theme, applyTheme];
}
