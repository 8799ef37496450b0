'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type Ref } from 'react';
import { v7 as newUuid } from 'uuid';
import { Field } from '@/components/common/field';
import { TokenField } from '@/components/common/token-field';
import type { TokenOption } from '@/components/common/token-options';
import { collectionMutations } from '@/lib/api/collection-editing';
import { collectionQueries } from '@/lib/api/collections';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { palette } from '@/lib/domain/palette';
import { nameKey } from '@/lib/domain/same-name';
import { foldText } from '@/lib/domain/search-words';

/** Returns a function that creates a collection and returns its uuid at once; `onFailed` runs if that fails. */
export function useCreateCollection(): (name: string, onFailed: () => void) => string {
  const t = useTranslations('BookmarkEditor');
  const { data: count = 0 } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content.length,
  });
  const { mutate } = useMutation({
    ...collectionMutations.create(),
    meta: { failure: t('collectionFailed') },
  });
  return (name, onFailed) => {
    const uuid = newUuid();
    const color = palette[count % palette.length] ?? palette[0];
    mutate({ body: { uuid, name, color } }, { onError: onFailed });
    return uuid;
  };
}

interface CollectionsFieldProps {
  ref: Ref<HTMLInputElement>;
  /** Saved collections of the bookmark. */
  saved: Bookmark['collections'];
  value: readonly string[];
  onChange: (uuids: readonly string[]) => void;
  error: string | undefined;
  /** Whether a new one can be created by typing its name. */
  canCreate: boolean;
}

const newKey = 'new';

/** Collections of a bookmark: chosen from the existing ones, or created while typing. */
export function CollectionsField({ ref, saved, value, onChange, error, canCreate }: CollectionsFieldProps) {
  const t = useTranslations('BookmarkEditor');
  const [text, setText] = useState('');
  const { data: all = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
  });
  const create = useCreateCollection();
  // The default collection contains bookmarks without another collection: it is never chosen beside one.
  const choices = all.filter((one) => !one.isDefault && !one.smart);
  const chosen = value.filter((uuid) => !all.some((one) => one.isDefault && one.uuid === uuid));
  const tokens = choices
    .filter((one) => chosen.includes(one.uuid))
    .map((one) => ({ key: one.uuid, label: one.name, color: one.color }));

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
    detail: one.count,
  }));
  if (canCreate && typed !== '' && !isKnown)
    options.push({ key: newKey, label: t('createCollection', { name: typed }), isNew: true });

  const pick = (key: string) => {
    setText('');
    if (key !== newKey) {
      onChange([...chosen, key]);
      return;
    }
    const uuid = create(typed, () => onChange(value));
    onChange([...chosen, uuid]);
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
