'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Draft } from '@/components/features/bookmarks/editor/draft';
import type { Suggestions } from '@/lib/contract/schemas/suggestion';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { accountQueries } from '@/lib/queries/account';
import { suggestionMutations } from '@/lib/queries/suggestions';

/** A pause in typing after which it is asked where the page belongs. */
const pauseMs = 500;

export interface EditorSuggestions {
  /** Nothing was suggested for any page of this form yet, and an answer is on its way. */
  readonly isPending: boolean;
  readonly found: Suggestions;
}

const none: EditorSuggestions = { isPending: false, found: { content: [], tags: [] } };

type Page = Pick<Draft, 'url' | 'title' | 'description'>;

/**
 * Where a page that is being added belongs, asked a moment after the form has stopped changing. The answer before it
 * stands until the next one is there; a failure is nothing to be told of.
 */
export function useSuggestions({ url, title, description }: Page, isAsked: boolean): EditorSuggestions {
  const { data: isPro = false } = useQuery({
    ...accountQueries.current(),
    select: ({ plan }) => plan === 'pro',
  });
  const { mutate, isPending, isError } = useMutation(suggestionMutations.suggest());
  const [found, setFound] = useState<Suggestions | null>(null);
  const address = askable(url);
  const isOn = isPro && isAsked && address !== null;
  useEffect(() => {
    if (!isOn) return;
    const page = { url: address, title: title.trim(), description: description.trim() };
    const timer = setTimeout(() => mutate({ body: page }, { onSuccess: setFound }), pauseMs);
    return () => clearTimeout(timer);
  }, [isOn, address, title, description, mutate]);

  if (!isPro || address === null || isError) return none;
  return { isPending: isPending && found === null, found: found ?? none.found };
}

const askable = (text: string): string | null => {
  const { kind, url, warning } = parseBookmarkUrl(text);
  return kind === 'web' && warning === undefined ? url : null;
};
