'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, type Ref, useEffect, useId, useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { ColorDot } from '@/components/common/color-dot';
import { Field } from '@/components/common/field';
import { TokenField } from '@/components/common/token-field';
import type { TokenOption } from '@/components/common/token-options';
import type { Draft } from '@/components/features/bookmarks/draft';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Tooltip } from '@/components/ui/tooltip';
import { accountQueries } from '@/lib/api/account';
import { collectionMutations } from '@/lib/api/collection-editing';
import { collectionQueries } from '@/lib/api/collections';
import { suggestionMutations } from '@/lib/api/suggestions';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Suggestions } from '@/lib/contract/search';
import { palette } from '@/lib/domain/palette';
import { hasFeature } from '@/lib/domain/plans';
import { nameKey } from '@/lib/domain/same-name';
import { foldText } from '@/lib/domain/search-words';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { cn } from '@/lib/utils/cn';

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
