'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { type CSSProperties, type ReactNode, useId, useState, useTransition } from 'react';
import { ChoiceCard } from '@/components/common/choice-card';
import { consentDialog } from '@/components/common/consent';
import { rememberLocale } from '@/components/common/remember-locale';
import { useTheme } from '@/components/common/use-theme';
import { SaveState, WithAccount } from '@/components/features/settings/settings-section';
import { Button } from '@/components/ui/button';
import { Select, type SelectOption } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { useHydrated } from '@/components/ui/use-hydrated';
import { accountMutations } from '@/lib/api/account';
import { refresh } from '@/lib/api/invalidation';
import { spaceQueries } from '@/lib/api/spaces';
import type { Account, Language, Preferences, Theme } from '@/lib/contract/account';
import { bookmarkSorts, collectionSorts } from '@/lib/contract/sorts';
import { cn } from '@/lib/utils/cn';

type Chosen<Name extends keyof Preferences> = NonNullable<Preferences[Name]>;

interface PreferenceState<Value> {
  /** The chosen value, even if it could not be saved. */
  readonly value: Value;
  readonly state: 'idle' | 'unsaved' | 'saved' | 'error';
  readonly save: (value: Value) => void;
  readonly retry: () => void;
}

/** One preference, saved automatically when it is changed. */
function usePreference<Name extends keyof Preferences>(
  name: Name,
  current: Chosen<Name>,
): PreferenceState<Chosen<Name>> {
  const client = useQueryClient();
  const { mutate, status, variables } = useMutation(accountMutations.updatePreferences());
  const failed = status === 'error' ? (variables.body[name] as Chosen<Name> | undefined) : undefined;
  // The default space is also part of the list of spaces.
  const onSuccess = () => (name === 'defaultSpace' ? refresh(client, ['spaces']) : undefined);
  const save = (value: Chosen<Name>) => mutate({ body: { [name]: value } }, { onSuccess });
  return {
    value: failed ?? current,
    state: states[status],
    save,
    retry: () => {
      if (failed !== undefined) save(failed);
    },
  };
}

const states = { idle: 'idle', pending: 'unsaved', success: 'saved', error: 'error' } as const;

interface PreferenceRowProps {
  name: 'language' | 'theme' | 'bookmarkSort' | 'collectionSort' | 'defaultSpace';
  preference: Pick<PreferenceState<never>, 'state' | 'retry'>;
  /** The control takes the full width, below its text. */
  wide?: boolean;
  children: (control: { id: string; labelId: string; describedBy: string }) => ReactNode;
}

/** One preference: its description, its control, and whether it is saved. */
function PreferenceRow({ name, preference, wide = false, children }: PreferenceRowProps) {
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

/** Each language in its own spelling, so that users of the wrong one find theirs. */
const languages: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'pt-BR', label: 'Português (Brasil)' },
];

/** The language: the interface changes at once on this device, and the account stores it for the others. */
function LanguagePreference() {
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

type Name = 'bookmarkSort' | 'collectionSort' | 'defaultSpace';

interface SelectPreferenceProps<N extends Name> {
  name: N;
  current: NonNullable<Preferences[N]>;
  options: readonly SelectOption<NonNullable<Preferences[N]>>[];
}

/** A preference with a list of values. */
function SelectPreference<N extends Name>({ name, current, options }: SelectPreferenceProps<N>) {
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

const themes = ['light', 'dark', 'system'] as const satisfies readonly Theme[];

interface ThemePreferenceProps {
  /** Theme stored in the account. */
  account: Theme;
  /** Theme of this device, which the server reads from the cookie. */
  device: Theme;
}

/** The theme: applied at once on this device, and stored in the account for the others. */
function ThemePreference({ account, device }: ThemePreferenceProps) {
  const t = useTranslations('Settings');
  const preference = usePreference('theme', account);
  const [shown, show] = useTheme();
  const theme = useHydrated() ? shown : device;
  return (
    <PreferenceRow name="theme" preference={preference} wide>
      {({ labelId, describedBy }) => (
        <div
          role="radiogroup"
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          className="grid gap-2 md:grid-cols-3 md:gap-3"
        >
          {themes.map((value) => (
            <ChoiceCard
              key={value}
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => {
                show(value);
                preference.save(value);
              }}
              title={t(`themes.${value}`)}
              picture={<ThemePicture theme={value} />}
              className="flex items-center gap-3 md:block"
            />
          ))}
        </div>
      )}
    </PreferenceRow>
  );
}

interface PreferencesFormProps {
  account: Account;
  /** Theme of this device. */
  theme: Theme;
}

/** Preferences for the look and the start of the product; each is saved as soon as it is changed. */
function PreferencesForm({ account: { preferences, space }, theme }: PreferencesFormProps) {
  const t = useTranslations('Settings');
  const bookmarks = useTranslations('Bookmarks');
  const collections = useTranslations('Collections');
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
        options={bookmarkSorts.map((value) => ({ value, label: bookmarks(`sort.${value}`) }))}
      />
      <SelectPreference
        name="collectionSort"
        current={preferences.collectionSort}
        options={collectionSorts.map((value) => ({ value, label: collections(`sort.${value}`) }))}
      />
      <SelectPreference
        name="defaultSpace"
        current={preferences.defaultSpace ?? defaultSpace ?? space}
        options={spaceOptions}
      />
      <div className="flex flex-col gap-3 py-5 md:flex-row md:items-start md:justify-between md:gap-8">
        <div className="min-w-0">
          <h2 className="font-medium">{t('privacy')}</h2>
          <p className="text-second text-pretty text-muted-foreground">{t('privacyText')}</p>
        </div>
        <Button className="self-start touch:h-11" onClick={() => consentDialog.open(null)}>
          {t('privacyChange')}
        </Button>
      </div>
    </div>
  );
}

/** `theme` is the theme of this device. */
export function PreferencesScreen({ theme }: { theme: Theme }) {
  return (
    <WithAccount skeleton={<PreferencesSkeleton />}>
      {(account) => <PreferencesForm account={account} theme={theme} />}
    </WithAccount>
  );
}

const PreferencesSkeleton = () => (
  <div className="flex flex-col gap-5 border-t pt-5">
    <Skeleton className="h-17" />
    <Skeleton className="h-54" />
    <Skeleton className="h-17" />
    <Skeleton className="h-17" />
    <Skeleton className="h-17" />
  </div>
);

/** A miniature of the product in a theme; for the system's choice, half of each. */
function ThemePicture({ theme }: { theme: Theme }) {
  return (
    <span
      aria-hidden="true"
      className="relative block h-14 w-26 shrink-0 overflow-hidden rounded-md border forced-color-adjust-none md:mb-3 md:h-20 md:w-auto"
    >
      <Library look={theme === 'dark' ? 'dark' : 'light'} />
      {theme === 'system' ? (
        <Library look="dark" className="[clip-path:polygon(62%_0,100%_0,100%_100%,38%_100%)]" />
      ) : null}
    </span>
  );
}

// The tokens of globals.css that the picture uses: a page has those of one theme only.
const looks = {
  light: {
    '--bg': '#fbfaf8',
    '--sunken': '#f4f2ee',
    '--line': '#e7e3dc',
    '--line-strong': '#d6d0c6',
    '--text': '#1f1c18',
    '--accent': '#b93a1a',
  },
  dark: {
    '--bg': '#151311',
    '--sunken': '#100f0d',
    '--line': '#2b2823',
    '--line-strong': '#3b372f',
    '--text': '#ece8e1',
    '--accent': '#f0784f',
  },
};

const titles = ['w-3/5', 'w-2/5', 'w-1/2'];
const tiles = ['bg-[#3d7fb5]', 'bg-[#7a9e3a]', 'bg-[#8e5aa8]'];

function Library({ look, className }: { look: keyof typeof looks; className?: string }) {
  return (
    <span
      className={cn('absolute inset-0 flex bg-background', className)}
      style={looks[look] as CSSProperties}
    >
      <span className="flex w-1/4 flex-col gap-1 border-r bg-muted p-1.5 md:gap-1.5 md:p-2">
        <span className="h-1.5 w-2/3 rounded-full bg-primary" />
        <span className="mt-1 h-1 rounded-full bg-input" />
        <span className="h-1 rounded-full bg-input" />
        <span className="h-1 w-3/4 rounded-full bg-input" />
      </span>
      <span className="flex flex-1 flex-col justify-center gap-1.5 px-2 md:gap-2 md:px-2.5">
        {titles.map((width, index) => (
          <span key={width} className="flex items-center gap-1.5">
            <span className={cn('size-2.5 rounded-[3px] md:size-3', tiles[index])} />
            <span className={cn('h-1.5 rounded-full bg-foreground/70', width)} />
          </span>
        ))}
      </span>
    </span>
  );
}
