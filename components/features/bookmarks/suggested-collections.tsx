'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { ColorDot } from '@/components/common/color-dot';
import { useCreateCollection } from '@/components/features/bookmarks/collections-field';
import type { Draft } from '@/components/features/bookmarks/draft';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Tooltip } from '@/components/ui/tooltip';
import { accountQueries } from '@/lib/api/account';
import { collectionQueries } from '@/lib/api/collections';
import { suggestionMutations } from '@/lib/api/suggestions';
import type { Suggestions } from '@/lib/contract/search';
import { hasFeature } from '@/lib/domain/plans';
import { parseBookmarkUrl } from '@/lib/domain/url';
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
export function SuggestionChip({ label, detail, onClick, children }: SuggestionChipProps) {
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
  /** Collections of the draft. */
  value: readonly string[];
  onChange: (uuids: readonly string[]) => void;
}

type SuggestedCollection = Suggestions['content'][number];

/** Up to three suggested collections for a new bookmark, each added by one click, with the reason. */
export function SuggestedCollections({ suggestions, value, onChange }: SuggestedCollectionsProps) {
  const t = useTranslations('Suggestions');
  const create = useCreateCollection();
  const { data: all = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
  });
  if (suggestions.isPending) return <Placeholders label={t('looking')} />;
  const colorOf = (uuid: string | undefined) => all.find((one) => one.uuid === uuid)?.color ?? null;
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
            {place.isNew ? (
              <Icon name="i-plus" className="size-3.5" />
            ) : (
              <ColorDot color={colorOf(place.uuid)} />
            )}
            <span dir="auto" className="truncate">
              {place.name}
            </span>
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

/** Delay after typing before suggestions are requested. */
const pauseMs = 500;

export interface EditorSuggestions {
  /** Whether nothing has been suggested for any page of this form yet, and a request is pending. */
  readonly isPending: boolean;
  readonly found: Suggestions;
}

const none: EditorSuggestions = { isPending: false, found: { content: [], tags: [] } };

type Page = Pick<Draft, 'url' | 'title' | 'description'>;

/**
 * Suggests collections and tags for a page that is being added, shortly after the form has stopped changing.
 * The previous suggestions stay until the next ones arrive; failures are silent.
 */
export function useSuggestions({ url, title, description }: Page, isEnabled: boolean): EditorSuggestions {
  const { data: hasSuggestions = false } = useQuery({
    ...accountQueries.current(),
    select: ({ plan }) => hasFeature(plan, 'suggestions'),
  });
  const { mutate, isPending, isError } = useMutation(suggestionMutations.suggest());
  const [found, setFound] = useState<Suggestions | null>(null);
  const address = requestableUrl(url);
  const isOn = hasSuggestions && isEnabled && address !== null;
  useEffect(() => {
    if (!isOn) return;
    const page = { url: address, title: title.trim(), description: description.trim() };
    const timer = setTimeout(() => mutate({ body: page }, { onSuccess: setFound }), pauseMs);
    return () => clearTimeout(timer);
  }, [isOn, address, title, description, mutate]);

  if (!hasSuggestions || address === null || isError) return none;
  return { isPending: isPending && found === null, found: found ?? none.found };
}

const requestableUrl = (text: string): string | null => {
  const { kind, url, warning } = parseBookmarkUrl(text);
  return kind === 'web' && warning === undefined ? url : null;
};
