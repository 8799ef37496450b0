'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { readConsent } from '@/components/common/consent';
import type { ReaderText } from '@/components/features/reader/use-reader-text';
import { accountQueries } from '@/lib/api/account';
import { highlightQueries } from '@/lib/api/highlights';

/** Keeps a text that is read, and its annotations, on this device, if it has a copy of the library. */
export function useKeepOffline(bookmark: string, text: ReaderText | null): void {
  const client = useQueryClient();
  const { data } = useQuery(highlightQueries.of(bookmark));
  const keep = useEffectEvent(async () => {
    const account = client.getQueryData(accountQueries.current().queryKey)?.uuid;
    if (text === null || data === undefined || account === undefined) return;
    if (readConsent()?.localStorage !== true) return;
    const { html, byline, language, minutes, copiedAt } = text;
    const { saveOfflineText } = await import('@/lib/offline/offline-texts');
    const opened = { text: { html, byline, language, minutes, copiedAt }, annotations: data.content };
    await saveOfflineText(account, bookmark, opened);
  });
  const html = text?.html;
  useEffect(() => {
    if (html === undefined || data === undefined) return;
    void keep();
    // The library may have been copied only after the text was opened.
    const onHidden = () => {
      if (document.hidden) void keep();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => document.removeEventListener('visibilitychange', onHidden);
  }, [html, data]);
}
