'use client';

import { isApple } from '@/components/common/shortcut';
import { useHydrated } from '@/components/ui/use-hydrated';
import { Kbd } from '@/components/ui/kbd';

/** `Ctrl K`, or `⌘ K` on Apple devices; the box is wide enough for both, so that hydration shifts nothing. */
export function ModKey({ letter, className }: { letter: string; className?: string }) {
  const hydrated = useHydrated();
  return (
    <Kbd className={className ?? 'min-w-9.5'}>
      {hydrated && isApple() ? '⌘' : 'Ctrl'} {letter}
    </Kbd>
  );
}
