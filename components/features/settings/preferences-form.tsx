'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { LanguagePreference } from '@/components/features/settings/language-preference';
import { SelectPreference } from '@/components/features/settings/select-preference';
import { ThemePreference } from '@/components/features/settings/theme-preference';
import type { Account, Theme } from '@/lib/contract/schemas/account';
import { bookmarkSorts, collectionSorts } from '@/lib/domain/sort';
import { spaceQueries } from '@/lib/queries/spaces';

interface PreferencesFormProps {
  account: Account;
  /** What this device shows. */
  theme: Theme;
}

/** How the product looks and starts for one person; each choice is kept as soon as it is made. */
export function PreferencesForm({ account: { preferences, space }, theme }: PreferencesFormProps) {
  const t = useTranslations('Settings');
  const { data: spaces } = useQuery(spaceQueries.list());
  const spaceOptions = (spaces?.content ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }));
  const defaultSpace = spaces?.content.find(({ isDefault }) => isDefault)?.uuid;
  return (
    <div className="border-t">
      <LanguagePreference />
      <ThemePreference account={preferences.theme} device={theme} />
      <SelectPreference
        name="bookmarkSort"
        current={preferences.bookmarkSort}
        options={bookmarkSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
      <SelectPreference
        name="collectionSort"
        current={preferences.collectionSort}
        options={collectionSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
      <SelectPreference
        name="defaultSpace"
        current={preferences.defaultSpace ?? defaultSpace ?? space}
        options={spaceOptions}
      />
    </div>
  );
}
