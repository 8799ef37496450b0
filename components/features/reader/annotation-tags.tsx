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

/** The tags of an annotation while they are edited. */
interface TagInput {
  readonly tags: readonly string[];
  /** What is typed and not ended yet. */
  readonly text: string;
  readonly type: (text: string) => void;
  readonly options: readonly { key: string; label: string }[];
  readonly add: (typed: string) => void;
  readonly remove: (tag: string) => void;
  /** Returns all tags, with what is typed. */
  readonly all: () => string[];
}

/** Edits tags that are separated by commas. Those of bookmarks are suggested, and keep their spelling. */
export function useTagInput(initial: string): TagInput {
  const { data: known = [] } = useQuery({ ...tagQueries.list(), select: ({ content }) => content });
  const [tags, setTags] = useState<readonly string[]>(parseTags(initial));
  const [text, setText] = useState('');
  const wanted = foldText(text.trim());
  const options = known
    .filter(({ name }) => wanted !== '' && foldText(name).includes(wanted))
    .filter(({ name }) => !tags.some((tag) => tagKey(tag) === tagKey(name)))
    .slice(0, suggested)
    .map(({ name }) => ({ key: name, label: name }));
  const spelled = (tag: string) => known.find(({ name }) => tagKey(name) === tagKey(tag))?.name ?? tag;
  const withTyped = (typed: string) =>
    uniqueTags([...tags, ...parseTypedTags(typed).map(spelled)]).slice(0, limits.tagsPerBookmark);
  return {
    tags,
    text,
    type: setText,
    options,
    add: (typed) => {
      setTags(withTyped(typed));
      setText('');
    },
    remove: (tag) => setTags(tags.filter((one) => one !== tag)),
    all: () => withTyped(text),
  };
}

/** The field for the tags of an annotation. */
export function AnnotationTags({ input }: { input: TagInput }) {
  const t = useTranslations('Reader');
  const id = useId();
  const { tags, text, type, options, add, remove } = input;
  return (
    <div className="mt-2">
      <label htmlFor={id} className="sr-only">
        {t('tags')}
      </label>
      <TokenField
        control={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined }}
        tokens={tags.map((tag) => ({ key: tag, label: tag }))}
        onRemove={remove}
        text={text}
        onTextChange={(typed, isComposing) =>
          !isComposing && tagSeparator.test(typed) ? add(typed) : type(typed)
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
