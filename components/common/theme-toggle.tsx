'use client';

import { applyTheme, currentTheme, systemIsDark } from '@/components/common/theme';
import { buttonVariants } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

/**
 * Switches between light and dark; the stylesheet decides which icon shows, so it is right before any script
 * runs.
 */
export function ThemeToggle({ label, className }: { label: string; className?: string }) {
  const toggle = () => {
    const theme = currentTheme();
    const dark = theme === 'system' ? systemIsDark() : theme === 'dark';
    applyTheme(dark ? 'light' : 'dark');
  };
  return (
    <ButtonBase
      aria-label={label}
      title={label}
      onClick={toggle}
      className={cn(buttonVariants({ variant: 'ghost', size: 'icon' }), className)}
    >
      <Icon name="i-moon" className="dark:hidden" />
      <Icon name="i-sun" className="hidden dark:inline-block" />
    </ButtonBase>
  );
}
