'use client';

import { useTranslations } from 'next-intl';
import { useState, type Ref } from 'react';
import { Field } from '@/components/common/field';
import { TokenField } from '@/components/common/token-field';
import type { TagCount } from '@/lib/contract/tags';
import { foldText } from '@/lib/domain/search-words';
import { tagKey } from '@/lib/domain/tag-key';
import { parseTypedTags, tagSeparator, uniqueTags } from '@/lib/domain/tags';

interface TagsFieldProps {
  ref?: Ref<HTMLInputElement>;
  /** Existing tags, which are suggested. */
  known: readonly TagCount[];
  value: readonly string[];
  onChange: (tags: readonly string[]) => void;
  error: string | undefined;
  /** Prevents typed text from being sent to a service of the browser. */
  isPrivate?: boolean;
  /** Without the hint, where space is scarce. */
  isCompact?: boolean;
}

const suggested = 6;

/** Tags of a bookmark: typed and ended by a comma or Enter, or chosen from the existing ones. */
export function TagsField({
  ref,
  known,
  value,
  onChange,
  error,
  isPrivate = false,
  isCompact = false,
}: TagsFieldProps) {
  const t = useTranslations('BookmarkEditor');
  const [text, setText] = useState('');
  const wanted = foldText(text.trim());
  const options = known
    .filter(({ name }) => foldText(name).includes(wanted))
    .filter(({ name }) => !value.some((tag) => tagKey(tag) === tagKey(name)))
    .slice(0, suggested)
    .map(({ name, count }) => ({ key: name, label: name, detail: count }));
  /** A tag that exists already keeps its spelling, however it was typed. */
  const spelled = (tag: string) => known.find(({ name }) => tagKey(name) === tagKey(tag))?.name ?? tag;
  const add = (tags: string) => {
    onChange(uniqueTags([...value, ...parseTypedTags(tags).map(spelled)]));
    setText('');
  };
  return (
    <Field label={t('tags')} hint={isCompact ? undefined : t('tagsHint')} error={error}>
      {(control) => (
        <TokenField
          ref={ref}
          control={control}
          isPrivate={isPrivate}
          tokens={value.map((tag) => ({ key: tag, label: tag }))}
          onRemove={(key) => onChange(value.filter((tag) => tag !== key))}
          text={text}
          onTextChange={(typed, isComposing) =>
            !isComposing && tagSeparator.test(typed) ? add(typed) : setText(typed)
          }
          options={options}
          onPick={add}
          onCommit={add}
          removeLabel={(name) => t('removeTag', { name })}
          optionsLabel={t('tags')}
        />
      )}
    </Field>
  );
}
