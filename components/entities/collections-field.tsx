'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, type Ref, useState } from 'react';
import { Field } from '@/components/common/field';
import { TokenField } from '@/components/common/token-field';
import type { TokenOption } from '@/components/common/token-options';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionSummary } from '@/lib/contract/collections';
import { nameKey } from '@/lib/domain/same-name';
import { foldText } from '@/lib/domain/search-words';

/** Creates a collection and returns its uuid at once; `onFailed` runs if that fails. */
export type CreateCollection = (name: string, onFailed: () => void) => string;

interface CollectionsFieldProps {
  ref?: Ref<HTMLInputElement>;
  /** All collections of the space. */
  all: readonly CollectionSummary[];
  /** Saved collections of the bookmark. */
  saved: Bookmark['collections'];
  value: readonly string[];
  onChange: (uuids: readonly string[]) => void;
  error: string | undefined;
  /** Creates a collection of the typed name; without it, only existing ones can be chosen. */
  create: CreateCollection | undefined;
  /** What is shown before a name; a dot in the color without it. */
  markOf?: (collection: CollectionSummary) => ReactNode;
}

const newKey = 'new';

/** Collections of a bookmark: chosen from the existing ones, or created while typing. */
export function CollectionsField({
  ref,
  all,
  saved,
  value,
  onChange,
  error,
  create,
  markOf,
}: CollectionsFieldProps) {
  const t = useTranslations('BookmarkEditor');
  const [text, setText] = useState('');
  // The default collection contains bookmarks without another collection: it is never chosen beside one.
  const choices = all.filter((one) => !one.isDefault && !one.smart);
  const chosen = value.filter((uuid) => !all.some((one) => one.isDefault && one.uuid === uuid));
  const tokens = choices
    .filter((one) => chosen.includes(one.uuid))
    .map((one) => ({ key: one.uuid, label: one.name, color: one.color, mark: markOf?.(one) }));

  const typed = text.trim();
  const wanted = foldText(typed);
  const found = choices.filter((one) => !chosen.includes(one.uuid) && foldText(one.name).includes(wanted));
  // The names of those that cannot be chosen are taken as well.
  const isKnown = [t('uncategorized'), ...all.map(({ name }) => name)].some(
    (name) => nameKey(name) === nameKey(typed),
  );
  const options: TokenOption[] = found.map((one) => ({
    key: one.uuid,
    label: one.name,
    color: one.color,
    mark: markOf?.(one),
    detail: one.count,
  }));
  if (create && typed !== '' && !isKnown)
    options.push({ key: newKey, label: t('createCollection', { name: typed }), isNew: true });

  const pick = (key: string) => {
    setText('');
    const uuid = key === newKey ? create?.(typed, () => onChange(value)) : key;
    if (uuid !== undefined) onChange([...chosen, uuid]);
  };

  // A bookmark is always in a collection of its space.
  if (all.length > 0 && saved.some(({ uuid }) => all.every((one) => one.uuid !== uuid))) {
    return <p className="text-second text-pretty text-muted-foreground">{t('otherSpace')}</p>;
  }
  return (
    <Field label={t('collections')} error={error}>
      {(control) => (
        <TokenField
          ref={ref}
          control={control}
          tokens={tokens}
          onRemove={(key) => onChange(value.filter((uuid) => uuid !== key))}
          text={text}
          onTextChange={setText}
          options={options}
          onPick={pick}
          placeholder={t('uncategorized')}
          removeLabel={(name) => t('removeCollection', { name })}
          optionsLabel={t('collections')}
        />
      )}
    </Field>
  );
}
