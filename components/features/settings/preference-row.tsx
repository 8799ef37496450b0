'use client';

import { useTranslations } from 'next-intl';
import { useId, type ReactNode } from 'react';
import { SaveState } from '@/components/features/settings/save-state';
import type { PreferenceState } from '@/components/features/settings/use-preference';
import { cn } from '@/lib/utils/cn';

interface PreferenceRowProps {
  name: 'language' | 'theme' | 'bookmarkSort' | 'collectionSort' | 'defaultSpace';
  preference: Pick<PreferenceState<never>, 'state' | 'retry'>;
  /** The control takes the whole width, under its words. */
  wide?: boolean;
  children: (control: { id: string; labelId: string; describedBy: string }) => ReactNode;
}

/** One preference: what it does, its control, and whether it is saved. */
export function PreferenceRow({ name, preference, wide = false, children }: PreferenceRowProps) {
  const t = useTranslations('Settings');
  const id = useId();
  const control = { id, labelId: `${id}label`, describedBy: `${id}text` };
  return (
    <div
      className={cn(
        'flex flex-col gap-3 border-b py-5',
        !wide && 'md:flex-row md:items-start md:justify-between md:gap-8',
      )}
    >
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <label id={control.labelId} htmlFor={wide ? undefined : id} className="font-medium">
            {t(name)}
          </label>
          <SaveState state={preference.state} failure={t(`failed.${name}`)} retry={preference.retry} />
        </div>
        <p id={control.describedBy} className="text-second text-pretty text-muted-foreground">
          {t(`${name}Text`)}
        </p>
      </div>
      <div className={wide ? undefined : 'w-full md:w-60 md:shrink-0'}>{children(control)}</div>
    </div>
  );
}
