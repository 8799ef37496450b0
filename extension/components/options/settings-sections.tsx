import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/common/field';
import { OptionBox } from '@/components/common/option-box';
import { Select } from '@/components/ui/select';
import { Library } from '@/extension/components/library-client';
import { Section } from '@/extension/components/options/section';
import { useSurface } from '@/extension/components/surface';
import type { Connection } from '@/extension/lib/connection';
import { updateSettings } from '@/extension/lib/settings';
import { requestTabs } from '@/extension/lib/window-tabs';
import { collectionQueries } from '@/lib/api/collections';
import { spaceQueries } from '@/lib/api/spaces';
import { locales } from '@/lib/i18n/locale';

/** Stands for null, which a select cannot have as a value. */
const unset = 'unset';
const orNull = (value: string): string | null => (value === unset ? null : value);

/** Where pages are saved, and when. */
export function SavingSection({ connection }: { connection: Connection }) {
  const t = useTranslations('Extension.options');
  const { settings } = useSurface();
  const space = settings.space ?? connection.space;
  return (
    <Section title={t('saving')}>
      <Library key={space} connection={connection} space={space}>
        <Target />
      </Library>
      <OptionBox
        label={t('savesOnOpen')}
        text={t('savesOnOpenHint')}
        checked={settings.savesOnOpen}
        onChange={(savesOnOpen) => void updateSettings({ savesOnOpen })}
      />
    </Section>
  );
}

/** Space and collection of new bookmarks. */
function Target() {
  const t = useTranslations('Extension.options');
  const { settings } = useSurface();
  const { data: spaces = [] } = useQuery({ ...spaceQueries.list(), select: ({ content }) => content });
  const { data: collections = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content.filter(({ isDefault, smart }) => !isDefault && !smart),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('space')}>
        {({ id }) => (
          <Select
            id={id}
            value={settings.space ?? unset}
            // A collection belongs to one space.
            onValueChange={(value) => void updateSettings({ space: orNull(value), collection: null })}
            options={[
              { value: unset, label: t('currentSpace') },
              ...spaces.map(({ uuid, name }) => ({ value: uuid, label: name })),
            ]}
          />
        )}
      </Field>
      <Field label={t('collection')}>
        {({ id }) => (
          <Select
            id={id}
            value={settings.collection ?? unset}
            onValueChange={(value) => void updateSettings({ collection: orNull(value) })}
            options={[
              { value: unset, label: t('noCollection') },
              ...collections.map(({ uuid, name }) => ({ value: uuid, label: name })),
            ]}
          />
        )}
      </Field>
    </div>
  );
}

/** What the button in the toolbar does and shows. */
export function ButtonSection() {
  const t = useTranslations('Extension.options');
  const { settings } = useSurface();
  const [isDenied, setDenied] = useState(false);
  const mark = (isWanted: boolean) => {
    setDenied(false);
    if (!isWanted) {
      void updateSettings({ marks: false });
      return;
    }
    void requestTabs().then((isGranted) => (isGranted ? updateSettings({ marks: true }) : setDenied(true)));
  };
  return (
    <Section title={t('button')}>
      <Field label={t('click')} className="max-w-72">
        {({ id }) => (
          <Select
            id={id}
            value={settings.click}
            onValueChange={(click) => void updateSettings({ click })}
            options={[
              { value: 'popup', label: t('clickPopup') },
              { value: 'panel', label: t('clickPanel') },
            ]}
          />
        )}
      </Field>
      <OptionBox label={t('marks')} text={t('marksHint')} checked={settings.marks} onChange={mark} />
      {isDenied ? (
        <p role="alert" className="text-second text-destructive">
          {t('marksDenied')}
        </p>
      ) : null}
    </Section>
  );
}

/** Names of the languages, each in itself. */
const languageNames = { en: 'English', 'pt-BR': 'Português (Brasil)' } as const;

export function AppearanceSection() {
  const t = useTranslations('Extension.options');
  const { settings } = useSurface();
  return (
    <Section title={t('appearance')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('language')}>
          {({ id }) => (
            <Select
              id={id}
              value={settings.language ?? unset}
              onValueChange={(value) =>
                void updateSettings({ language: locales.find((locale) => locale === value) ?? null })
              }
              options={[
                { value: unset, label: t('languageBrowser') },
                ...locales.map((locale) => ({ value: locale, label: languageNames[locale] })),
              ]}
            />
          )}
        </Field>
        <Field label={t('theme')}>
          {({ id }) => (
            <Select
              id={id}
              value={settings.theme}
              onValueChange={(theme) => void updateSettings({ theme })}
              options={(['system', 'light', 'dark'] as const).map((theme) => ({
                value: theme,
                label: t(`themes.${theme}`),
              }))}
            />
          )}
        </Field>
      </div>
    </Section>
  );
}
