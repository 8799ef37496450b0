'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ColorDot } from '@/components/common/color-dot';
import { SuggestionChip } from '@/components/features/bookmarks/editor/suggestion-chip';
import { useCreateCollection } from '@/components/features/bookmarks/editor/use-create-collection';
import type { EditorSuggestions } from '@/components/features/bookmarks/editor/use-suggestions';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import type { Suggestions } from '@/lib/contract/schemas/suggestion';
import { collectionQueries } from '@/lib/queries/collections';

interface SuggestedCollectionsProps {
  suggestions: EditorSuggestions;
  /** Collections of the draft. */
  value: readonly string[];
  onChange: (uuids: readonly string[]) => void;
}

type Place = Suggestions['content'][number];

/** Up to three collections that a new bookmark may belong into, each one click away, with the reason. */
export function SuggestedCollections({ suggestions, value, onChange }: SuggestedCollectionsProps) {
  const t = useTranslations('Suggestions');
  const create = useCreateCollection();
  const { data: all = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
  });
  if (suggestions.isPending) return <Placeholders label={t('looking')} />;
  const colorOf = (uuid: string | undefined) => all.find((one) => one.uuid === uuid)?.color ?? null;
  const isOffered = ({ uuid, name }: Place) =>
    uuid === undefined ? !all.some((one) => one.name === name) : !value.includes(uuid);
  const offered = suggestions.found.content.filter(isOffered);
  const [first] = offered;
  if (first === undefined) return null;
  // Whoever is put into a collection leaves the default one.
  const chosen = value.filter((uuid) => !all.some((one) => one.isDefault && one.uuid === uuid));
  const add = ({ uuid, name }: Place) => onChange([...chosen, uuid ?? create(name, () => onChange(value))]);
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
            {place.isNew ? (
              <Icon name="i-plus" className="size-3.5" />
            ) : (
              <ColorDot color={colorOf(place.uuid)} />
            )}
            <span className="truncate">{place.name}</span>
          </SuggestionChip>
        ))}
      </div>
      <p aria-hidden="true" className="truncate text-caption text-muted-foreground">
        {`${first.name}: ${first.reason}`}
      </p>
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
