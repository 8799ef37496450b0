'use client';

import { useTranslations } from 'next-intl';
import { SuggestionChip } from '@/components/features/bookmarks/editor/suggestion-chip';
import type { EditorSuggestions } from '@/components/features/bookmarks/editor/use-suggestions';
import { Icon } from '@/components/ui/icon';
import { tagKey } from '@/lib/domain/tag-key';
import { uniqueTags } from '@/lib/domain/tags';

interface SuggestedTagsProps {
  suggestions: EditorSuggestions;
  value: readonly string[];
  onChange: (tags: readonly string[]) => void;
}

/** Tags that a new bookmark may have, those in use before new ones, each one click away. */
export function SuggestedTags({ suggestions, value, onChange }: SuggestedTagsProps) {
  const t = useTranslations('Suggestions');
  const offered = suggestions.found.tags.filter(
    ({ name }) => !value.some((tag) => tagKey(tag) === tagKey(name)),
  );
  if (offered.length === 0) return null;
  return (
    <div role="group" aria-label={t('forTags')} className="-mt-2 flex flex-wrap gap-1.5">
      {offered.map(({ name, isNew }) => (
        <SuggestionChip
          key={name}
          label={t('addTag', { name })}
          onClick={() => onChange(uniqueTags([...value, name]))}
        >
          <Icon name={isNew ? 'i-plus' : 'i-tag'} className="size-3.5" />
          <span className="truncate">{name}</span>
        </SuggestionChip>
      ))}
    </div>
  );
}
