'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { Field } from '@/components/common/field';
import { palette } from '@/components/common/palette';
import { TokenField, type TokenOption } from '@/components/common/token-field';
import type { CollectionSummary } from '@/lib/contract/schemas/collection';
import { foldText } from '@/lib/domain/search-words';
import { collectionMutations, collectionQueries } from '@/lib/queries/collections';

interface CollectionsFieldProps {
  value: readonly string[];
  onChange: (uuids: readonly string[]) => void;
  error: string | undefined;
}

const newKey = 'new';

/** Collections of a bookmark: chosen from those that are there, or made on the spot. */
export function CollectionsField({ value, onChange, error }: CollectionsFieldProps) {
  const t = useTranslations('BookmarkEditor');
  const [text, setText] = useState('');
  const { data: all = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
  });
  const { mutate: create } = useMutation({
    ...collectionMutations.create(),
    meta: { failure: t('collectionFailed') },
  });
  const nameOf = (collection: CollectionSummary) =>
    collection.isDefault ? t('uncategorized') : collection.name;
  const tokens = all
    .filter((one) => value.includes(one.uuid))
    .map((one) => ({ key: one.uuid, label: nameOf(one), color: one.color }));

  const typed = text.trim();
  const wanted = foldText(typed);
  const found = all.filter((one) => !value.includes(one.uuid) && foldText(nameOf(one)).includes(wanted));
  const isKnown = all.some((one) => foldText(nameOf(one)) === wanted);
  const options: TokenOption[] = found.map((one) => ({
    key: one.uuid,
    label: nameOf(one),
    color: one.color,
    detail: one.count,
  }));
  if (typed !== '' && !isKnown)
    options.push({ key: newKey, label: t('createCollection', { name: typed }), isNew: true });

  const pick = (key: string) => {
    setText('');
    if (key !== newKey) {
      onChange([...value, key]);
      return;
    }
    const uuid = newUuid();
    const color = palette[all.length % palette.length] ?? palette[0];
    create({ body: { uuid, name: typed, color } }, { onError: () => onChange(value) });
    onChange([...value, uuid]);
  };

  return (
    <Field label={t('collections')} error={error}>
      {(control) => (
        <TokenField
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
