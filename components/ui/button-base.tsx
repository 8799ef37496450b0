'use client';

import type { ComponentProps } from 'react';
import { useDisabledUntilHydrated } from '@/components/ui/use-hydrated';

/** An unstyled button, disabled until the page is hydrated. */
export function ButtonBase({ type = 'button', disabled, ...props }: ComponentProps<'button'>) {
  return <button {...props} type={type} {...useDisabledUntilHydrated(disabled)} />;
}
