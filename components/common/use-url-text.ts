'use client';

import { useState } from 'react';
import { useDebounced } from '@/components/common/use-debounced';

/** Delay after typing before the URL is updated. */
const pauseMs = 300;

/**
 * Syncs the text of a field and a value in the URL, in both directions. The router applies a new URL later than
 * the user types on, so values that come from the field itself do not replace its text.
 */
export function useUrlText(inUrl: string, write: (text: string) => void) {
  const [text, type] = useState(inUrl);
  const [known, setKnown] = useState(inUrl);
  /** Values of the field on their way into `inUrl`, oldest first. */
  const [sent, setSent] = useState<readonly string[]>([]);
  if (inUrl !== known) {
    const place = sent.indexOf(inUrl);
    setKnown(inUrl);
    setSent(place < 0 ? [] : sent.slice(place + 1));
    if (place < 0 && inUrl !== text.trim()) type(inUrl);
  }
  const last = sent.at(-1) ?? inUrl;
  const send = (q: string) => {
    if (q !== last) setSent([...sent, q]);
  };
  const settle = (q: string) => {
    if (q === last) return;
    send(q);
    write(q);
  };
  useDebounced(text.trim(), pauseMs, { onSettle: settle });
  return {
    text,
    type,
    /**
     * Updates the URL without the delay, when the focus leaves the field: the router drops a navigation that is pending
     * while the URL is updated, such as that of a link that was clicked right after typing.
     */
    leave: () => settle(text.trim()),
    /** Replaces the text by a value that the caller writes into the URL. */
    replace: (q: string) => {
      type(q);
      send(q);
    },
  };
}
