'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Metadata } from '@/lib/contract/schemas/bookmark';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { bookmarkEditing } from '@/lib/queries/bookmark-editing';

/** A pause in typing after which the page is asked about. */
const pauseMs = 500;

export interface PageMetadata {
  readonly status: 'idle' | 'fetching' | 'done' | 'failed';
  /** What the page says of itself, once it is known. */
  readonly metadata: Metadata | null;
  /** Something was asked about, be it another url. */
  readonly wasAsked: boolean;
}

/** The url that deserves to be asked about: a web address that looks whole. */
const askable = (text: string): string | null => {
  const { kind, url, warning } = parseBookmarkUrl(text);
  return kind === 'web' && warning === undefined ? url : null;
};

/** Asks what the page at a url says of itself, a moment after the url has stopped changing. Null asks nothing. */
export function usePageMetadata(text: string | null, onRead: (page: Metadata) => void): PageMetadata {
  const url = text === null ? null : askable(text);
  const { mutate, data, variables, status } = useMutation(bookmarkEditing.metadata());
  const [wasAsked, setAsked] = useState(false);
  const handleRead = useEffectEvent((asked: string, page: Metadata) => {
    // Another url may have been typed while the page was fetched.
    if (asked === url) onRead(page);
  });
  useEffect(() => {
    if (url === null) return;
    const ask = () => {
      setAsked(true);
      mutate({ body: { url } }, { onSuccess: (page) => handleRead(url, page) });
    };
    const timer = setTimeout(ask, pauseMs);
    return () => clearTimeout(timer);
  }, [url, mutate]);

  if (url === null) return { status: 'idle', metadata: null, wasAsked };
  if (variables?.body.url !== url || status === 'pending')
    return { status: 'fetching', metadata: null, wasAsked };
  return status === 'success'
    ? { status: 'done', metadata: data, wasAsked }
    : { status: 'failed', metadata: null, wasAsked };
}
