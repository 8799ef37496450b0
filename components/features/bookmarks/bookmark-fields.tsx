'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { Field } from '@/components/common/field';
import { privateInput } from '@/components/common/private-input';
import type { Draft } from '@/components/features/bookmarks/draft';
import type { EditorForm } from '@/components/features/bookmarks/editor-input';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { bookmarkEditing } from '@/lib/api/bookmark-editing';
import type { Metadata } from '@/lib/contract/bookmarks';
import { parseBookmarkUrl } from '@/lib/domain/url';

interface PageTextFieldsProps {
  form: EditorForm;
  isReading: boolean;
  /** No data is fetched from the page, and typed text is sent to no service of the browser. */
  isPrivate: boolean;
}

/** Title and description: typed, or filled in from the page. */
export function PageTextFields({ form, isReading, isPrivate }: PageTextFieldsProps) {
  const t = useTranslations('BookmarkEditor');
  return (
    <>
      <Field label={t('title')} error={form.error('title')}>
        {(control) => (
          <Input
            {...control}
            {...(isPrivate && privateInput)}
            {...form.register('title')}
            autoComplete="off"
            placeholder={isPrivate ? undefined : t(isReading ? 'reading' : 'titlePlaceholder')}
          />
        )}
      </Field>
      <Field label={t('description')} error={form.error('description')}>
        {(control) => (
          <Textarea
            {...control}
            {...(isPrivate && privateInput)}
            {...form.register('description')}
            rows={2}
            className="max-h-40 min-h-16"
            placeholder={isReading ? t('reading') : undefined}
          />
        )}
      </Field>
    </>
  );
}

/** Texts of a page's metadata, and the part of them that was put into the form. */
export interface PageText {
  readonly title: string;
  readonly description: string;
}

export const noText: PageText = { title: '', description: '' };

/**
 * Returns the draft with the metadata of the page in the fields that are empty, or that still hold the previous
 * metadata. Text that the user typed stays, and so does a field that they have cleared.
 */
export function fillDraft(
  draft: Draft,
  filledIn: PageText,
  page: PageText,
): { draft: Draft; filledIn: PageText } {
  const pick = (field: keyof PageText): string =>
    draft[field] === filledIn[field] ? page[field] : draft[field];
  const text = { title: pick('title'), description: pick('description') };
  const now = (field: keyof PageText): string =>
    text[field] === page[field] ? page[field] : filledIn[field];
  return {
    draft: { ...draft, ...text },
    filledIn: { title: now('title'), description: now('description') },
  };
}

/** Returns the draft with another url: texts filled in from the previous page do not belong to it. */
export function changeUrl(
  draft: Draft,
  filledIn: PageText,
  url: string,
): { draft: Draft; filledIn: PageText } {
  const changed = { ...draft, url };
  if (parseBookmarkUrl(url).url === parseBookmarkUrl(draft.url).url) return { draft: changed, filledIn };
  const isFilled = (field: keyof PageText) => draft[field] === filledIn[field];
  const clear = (text: PageText): PageText => ({
    title: isFilled('title') ? '' : text.title,
    description: isFilled('description') ? '' : text.description,
  });
  return { draft: { ...changed, ...clear(draft) }, filledIn: clear(filledIn) };
}

/** Delay after typing before the page's metadata is requested. */
const pauseMs = 500;

export interface PageMetadata {
  readonly status: 'idle' | 'fetching' | 'done' | 'failed';
  /** Metadata of the page, once it is known. */
  readonly metadata: Metadata | null;
  /** Whether any metadata was requested, possibly for another url. */
  readonly wasRequested: boolean;
}

/** Returns the url to request metadata for: a web address that looks complete. */
const requestableUrl = (text: string): string | null => {
  const { kind, url, warning } = parseBookmarkUrl(text);
  return kind === 'web' && warning === undefined ? url : null;
};

/**
 * Requests the metadata of the page at a url, shortly after the url has stopped changing. Null requests
 * nothing.
 */
export function usePageMetadata(text: string | null, onRead: (page: Metadata) => void): PageMetadata {
  const url = text === null ? null : requestableUrl(text);
  const { mutate, data, variables, status } = useMutation(bookmarkEditing.metadata());
  const [wasRequested, setRequested] = useState(false);
  const handleRead = useEffectEvent((requested: string, page: Metadata) => {
    // Another url may have been typed while the page was fetched.
    if (requested === url) onRead(page);
  });
  useEffect(() => {
    if (url === null) return;
    const ask = () => {
      setRequested(true);
      mutate({ body: { url } }, { onSuccess: (page) => handleRead(url, page) });
    };
    const timer = setTimeout(ask, pauseMs);
    return () => clearTimeout(timer);
  }, [url, mutate]);

  if (url === null) return { status: 'idle', metadata: null, wasRequested };
  if (variables?.body.url !== url || status === 'pending')
    return { status: 'fetching', metadata: null, wasRequested };
  return status === 'success'
    ? { status: 'done', metadata: data, wasRequested }
    : { status: 'failed', metadata: null, wasRequested };
}
