'use client';

import { PreferenceRow } from '@/components/features/settings/preference-row';
import { usePreference } from '@/components/features/settings/use-preference';
import { Select, type SelectOption } from '@/components/ui/select';
import type { Preferences } from '@/lib/contract/schemas/account';

type Name = 'bookmarkSort' | 'collectionSort' | 'defaultSpace';

interface SelectPreferenceProps<N extends Name> {
  name: N;
  current: NonNullable<Preferences[N]>;
  options: readonly SelectOption<NonNullable<Preferences[N]>>[];
}

/** A preference that is one of a list. */
export function SelectPreference<N extends Name>({ name, current, options }: SelectPreferenceProps<N>) {
  const preference = usePreference(name, current);
  return (
    <PreferenceRow name={name} preference={preference}>
      {({ id, describedBy }) => (
        <Select
          id={id}
          aria-describedby={describedBy}
          value={preference.value}
          onValueChange={preference.save}
          options={options}
          className="touch:h-11"
        />
      )}
    </PreferenceRow>
  );
}
