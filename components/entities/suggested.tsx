'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { ColorDot } from '@/components/common/color-dot';
import type { EditorSuggestions } from '@/components/entities/bookmark-draft';
import type { CreateCollection } from '@/components/entities/collections-field';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Tooltip } from '@/components/ui/tooltip';
import type { CollectionSummary } from '@/lib/contract/collections';
import type { Suggestions } from '@/lib/contract/search';
import { tagKey } from '@/lib/domain/tag-key';
import { uniqueTags } from '@/lib/domain/tags';
import { cn } from '@/lib/utils/cn';

interface SuggestionChipProps {
  /** Effect of a click. */
  label: string;
  /** Reason of the suggestion. */
  detail?: string;
  onClick: () => void;
  children: ReactNode;
}

/** A suggestion that is accepted by a click. */
function SuggestionChip({ label, detail, onClick, children }: SuggestionChipProps) {
  const id = useId();
  const chip = (
    <ButtonBase
      aria-label={label}
      aria-describedby={detail === undefined ? undefined : id}
      onClick={onClick}
      className={cn(
        'inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border border-dashed border-input px-2.5 text-small',
        'text-muted-foreground transition-[background-color,color] hover:bg-muted hover:text-foreground touch:h-9',
      )}
    >
      {children}
    </ButtonBase>
  );
  if (detail === undefined) return chip;
  return (
    <>
      <Tooltip content={detail}>{chip}</Tooltip>
      <span id={id} hidden>
        {detail}
      </span>
    </>
  );
}

interface SuggestedCollectionsProps {
  suggestions: EditorSuggestions;
  /** All collections of the space. */
  all: readonly CollectionSummary[];
  create: CreateCollection;
  /** Collections of the draft. */
  value: readonly string[];
  onChange: (uuids: readonly string[]) => void;
  /** What is shown before the name of a collection; a dot in the color without it. */
  markOf?: (collection: CollectionSummary) => ReactNode;
  /** Without the line with the reason, where space is scarce. */
  isCompact?: boolean;
}

type SuggestedCollection = Suggestions['content'][number];

/** Up to three suggested collections for a new bookmark, each added by one click, with the reason. */
export function SuggestedCollections(props: SuggestedCollectionsProps) {
  const { suggestions, all, create, value, onChange, markOf, isCompact = false } = props;
  const t = useTranslations('Suggestions');
  if (suggestions.isPending) return <Placeholders label={t('looking')} />;
  const markBy = (uuid: string | undefined) => {
    const known = all.find((one) => one.uuid === uuid);
    return (known && markOf?.(known)) ?? <ColorDot color={known?.color ?? null} />;
  };
  const isOffered = ({ uuid, name }: SuggestedCollection) =>
    uuid === undefined ? !all.some((one) => one.name === name) : !value.includes(uuid);
  const offered = suggestions.found.content.filter(isOffered);
  const [first] = offered;
  if (first === undefined) return null;
  // A bookmark that is added to a collection leaves the default one.
  const chosen = value.filter((uuid) => !all.some((one) => one.isDefault && one.uuid === uuid));
  const add = ({ uuid, name }: SuggestedCollection) =>
    onChange([...chosen, uuid ?? create(name, () => onChange(value))]);
  return (
    <div className="-mt-2 flex flex-col gap-1">
      <div role="group" aria-label={t('forCollections')} className="flex flex-wrap gap-1.5">
        {offered.map((place) => (
          <SuggestionChip
            key={place.uuid ?? place.name}
            label={t(place.isNew ? 'newCollection' : 'addTo', { name: place.name })}
            detail={place.reason}
            onClick={() => add(place)}
          >
            {place.isNew ? <Icon name="i-plus" className="size-3.5" /> : markBy(place.uuid)}
            <span dir="auto" className="truncate">
              {place.name}
            </span>
          </SuggestionChip>
        ))}
      </div>
      {isCompact ? null : (
        <p aria-hidden="true" className="truncate text-caption text-muted-foreground">
          {`${first.name}: ${first.reason}`}
        </p>
      )}
    </div>
  );
}

function Placeholders({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="-mt-2 flex gap-1.5">
      <Skeleton className="h-7 w-24 rounded-full" />
      <Skeleton className="h-7 w-32 rounded-full" />
      <Skeleton className="h-7 w-20 rounded-full" />
    </div>
  );
}

interface SuggestedTagsProps {
  suggestions: EditorSuggestions;
  value: readonly string[];
  onChange: (tags: readonly string[]) => void;
}

/** Suggested tags of a new bookmark, existing ones before new ones, each added by one click. */
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
          <span dir="auto" className="truncate">
            {name}
          </span>
        </SuggestionChip>
      ))}
    </div>
  );
}
