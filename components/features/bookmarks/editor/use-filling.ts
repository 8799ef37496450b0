'use client';

import { useState } from 'react';
import type { Draft } from '@/components/features/bookmarks/editor/draft';
import { fillDraft, noText } from '@/components/features/bookmarks/editor/fill-draft';
import { usePageMetadata } from '@/components/features/bookmarks/editor/use-page-metadata';
import type { Metadata } from '@/lib/contract/schemas/bookmark';

interface Filling {
  readonly isReading: boolean;
  /** What the page at the url says of itself, once it is known. */
  readonly page: Metadata | null;
}

/** Reads the page while the form is filled in; `savedUrl` is not asked about, it was when it was saved. */
export function useFilling(draft: Draft, onChange: (draft: Draft) => void, savedUrl: string): Filling {
  const [filledIn, setFilledIn] = useState(noText);
  const { status, metadata } = usePageMetadata(draft.url === savedUrl ? null : draft.url, (page) => {
    const filled = fillDraft(draft, filledIn, page);
    setFilledIn(filled.filledIn);
    onChange(filled.draft);
  });
  return { isReading: status === 'fetching', page: metadata };
}
