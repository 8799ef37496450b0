import type { ReactNode } from 'react';
import { SettingsNav } from '@/components/features/settings/settings-nav';

/** The sub-navigation and one section beside it. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex gap-10 px-4 pt-4 pb-16 md:px-5 md:pt-5">
      <SettingsNav />
      <div className="min-w-0 max-w-180 flex-1">{children}</div>
    </div>
  );
}
