'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { TokenField } from '@/components/common/token-field';
import { ButtonBase } from '@/components/ui/button-base';
import { tagQueries } from '@/lib/api/tags';
import { limits } from '@/lib/contract/limits';
import { foldText } from '@/lib/domain/search-words';
import { tagKey } from '@/lib/domain/tag-key';
import { parseTags, parseTypedTags, tagSeparator, uniqueTags } from '@/lib/domain/tags';

const suggested = 6;

interface AnnotationTagsProps {
  value: readonly string[];
  onChange: (tags: readonly string[]) => void;
}

/** Edits the tags of an annotation. Those of bookmarks are suggested, and keep their spelling. */
export function AnnotationTags({ value, onChange }: AnnotationTagsProps) {
  const t = useTranslations('Reader');
  const id = useId();
  const { data: known = [] } = useQuery({ ...tagQueries.list(), select: ({ content }) => content });
  const [text, setText] = useState('');
  const wanted = foldText(text.trim());
  const options = known
    .filter(({ name }) => wanted !== '' && foldText(name).includes(wanted))
    .filter(({ name }) => !value.some((tag) => tagKey(tag) === tagKey(name)))
    .slice(0, suggested)
    .map(({ name }) => ({ key: name, label: name }));
  const spelled = (tag: string) => known.find(({ name }) => tagKey(name) === tagKey(tag))?.name ?? tag;
  const add = (typed: string) => {
    const tags = uniqueTags([...value, ...parseTypedTags(typed).map(spelled)]);
    onChange(tags.slice(0, limits.tagsPerBookmark));
    setText('');
  };
  return (
    <div className="mt-2">
      <label htmlFor={id} className="sr-only">
        {t('tags')}
      </label>
      <TokenField
        control={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined }}
        tokens={value.map((tag) => ({ key: tag, label: tag }))}
        onRemove={(key) => onChange(value.filter((tag) => tag !== key))}
        text={text}
        onTextChange={(typed, isComposing) =>
          !isComposing && tagSeparator.test(typed) ? add(typed) : setText(typed)
        }
        options={options}
        onPick={add}
        onCommit={add}
        placeholder={t('tagsPlaceholder')}
        removeLabel={(name) => t('removeTag', { name })}
        optionsLabel={t('tags')}
      />
    </div>
  );
}

/** The tags of an annotation below its note; they are buttons if choosing one has an effect. */
export function AnnotationTagList({ tags, onChoose }: { tags: string; onChoose?: (tag: string) => void }) {
  const t = useTranslations('Reader');
  const names = parseTags(tags);
  if (names.length === 0) return null;
  return (
    <ul aria-label={t('tags')} className="mt-1 flex flex-wrap gap-x-2 text-second text-muted-foreground">
      {names.map((name) => (
        <li key={name} dir="auto" className="max-w-full wrap-anywhere">
          {onChoose ? (
            <ButtonBase
              title={t('list.onlyTag', { name })}
              className="inline-flex min-h-6 max-w-full items-center rounded-sm text-left wrap-anywhere hover:text-foreground hover:underline touch:min-h-11"
              onClick={() => onChoose(name)}
            >
              #{name}
            </ButtonBase>
          ) : (
            `#${name}`
          )}
        </li>
      ))}
    </ul>
  );
}
