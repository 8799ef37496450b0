'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Draft } from '@/components/features/bookmarks/editor/draft';
import { changeUrl, fillDraft, noText } from '@/components/features/bookmarks/editor/fill-draft';
import { usePageMetadata } from '@/components/features/bookmarks/editor/use-page-metadata';
import type { Metadata } from '@/lib/contract/schemas/bookmark';
import { forgetWrites } from '@/lib/queries/forget-plain';

interface Filling {
  readonly isReading: boolean;
  /** Changes the url of the draft. */
  readonly setUrl: (url: string) => void;
  /** What the page at the url says of itself, once it is known. */
  readonly page: Metadata | null;
  /** The service was told of a url of this form. */
  readonly wasAsked: boolean;
}

interface Options {
  /** It is not asked about: it was when it was saved. */
  readonly savedUrl: string;
  /** Nobody is asked about anything, and no answer is kept but what stands in the form. */
  readonly isPrivate: boolean;
}

/** Reads the page while the form is filled in. */
export function useFilling(
  draft: Draft,
  onChange: (draft: Draft) => void,
  { savedUrl, isPrivate }: Options,
): Filling {
  const client = useQueryClient();
  const [filledIn, setFilledIn] = useState(noText);
  const isAsked = !isPrivate && draft.url !== savedUrl;
  const { status, metadata, wasAsked } = usePageMetadata(isAsked ? draft.url : null, (page) => {
    const filled = fillDraft(draft, filledIn, page);
    setFilledIn(filled.filledIn);
    onChange(filled.draft);
  });
  useEffect(() => {
    if (isPrivate) forgetWrites(client);
  }, [isPrivate, client]);
  const setUrl = (url: string) => {
    const changed = changeUrl(draft, filledIn, url);
    setFilledIn(changed.filledIn);
    onChange(changed.draft);
  };
  return { isReading: status === 'fetching', page: metadata, wasAsked, setUrl };
}
