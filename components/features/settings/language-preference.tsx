'use client';

import { useLocale } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { PreferenceRow } from '@/components/features/settings/preference-row';
import { rememberLocale } from '@/components/common/remember-locale';
import { usePreference } from '@/components/features/settings/use-preference';
import { Select } from '@/components/ui/select';
import type { Language } from '@/lib/contract/schemas/account';

/** Each language in its own words, so that whoever landed in the wrong one finds the way out. */
const languages: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'pt-BR', label: 'Português (Brasil)' },
];

/** The language: the interface changes at once on this device, and the account keeps it for the others. */
export function LanguagePreference() {
  const locale = useLocale();
  const router = useRouter();
  const preference = usePreference('language', locale);
  const [chosen, setChosen] = useState(locale);
  const [isSwitching, startSwitching] = useTransition();

  const choose = (language: Language) => {
    setChosen(language);
    rememberLocale(language);
    preference.save(language);
    startSwitching(() => router.refresh());
  };

  return (
    <PreferenceRow name="language" preference={preference}>
      {({ id, describedBy }) => (
        <Select
          id={id}
          aria-describedby={describedBy}
          value={isSwitching ? chosen : preference.value}
          onValueChange={choose}
          options={languages}
          className="touch:h-11"
        />
      )}
    </PreferenceRow>
  );
}
