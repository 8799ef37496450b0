'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { v7 as newUuid } from 'uuid';
import type { Draft } from '@/components/entities/bookmark-draft';
import type { CreateCollection } from '@/components/entities/collections-field';
import { type EditorSuggestions, noSuggestions } from '@/components/entities/bookmark-draft';
import { accountQueries } from '@/lib/api/account';
import { collectionMutations } from '@/lib/api/collection-editing';
import { collectionQueries } from '@/lib/api/collections';
import { suggestionMutations } from '@/lib/api/suggestions';
import type { Suggestions } from '@/lib/contract/search';
import { palette } from '@/lib/domain/palette';
import { hasFeature } from '@/lib/domain/plans';
import { parseBookmarkUrl } from '@/lib/domain/url';

/** Returns a function that creates a collection and returns its uuid at once; `onFailed` runs if that fails. */
export function useCreateCollection(): CreateCollection {
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

/** Delay after typing before suggestions are requested. */
const pauseMs = 500;

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

  if (!hasSuggestions || address === null || isError) return noSuggestions;
  return { isPending: isPending && found === null, found: found ?? noSuggestions.found };
}

const requestableUrl = (text: string): string | null => {
  const { kind, url, warning } = parseBookmarkUrl(text);
  return kind === 'web' && warning === undefined ? url : null;
};
