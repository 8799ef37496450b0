'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ClipboardEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Field } from '@/components/common/field';
import { privateInput } from '@/components/common/private-input';
import { Favicon } from '@/components/entities/favicon';
import type { Draft } from '@/components/entities/bookmark-draft';
import type { EditorForm } from '@/components/features/editor/editor-input';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Spinner } from '@/components/ui/spinner';
import { Textarea } from '@/components/ui/textarea';
import { bookmarkEditing } from '@/lib/api/bookmark-editing';
import type { Metadata } from '@/lib/contract/bookmarks';
import { addressesIn } from '@/lib/domain/links-in-text';
import { parseBookmarkUrl } from '@/lib/domain/url';

interface UrlFieldProps {
  form: EditorForm;
  /** The text as typed. */
  value: string;
  onType: (url: string) => void;
  isFetching: boolean;
  /** No icon is requested: that would reveal the site. */
  isPrivate: boolean;
  /** Adds all addresses of a text instead of one bookmark; without it, that is not offered. */
  onAddAll?: ((text: string) => void) | undefined;
}

/**
 * The address, with a warning instead of an error for unusual ones. When the field loses focus, https:// is
 * added, and an address is taken from a text around it; from a pasted text at once.
 */
export function UrlField({ form, value, onType, isFetching, isPrivate, onAddAll }: UrlFieldProps) {
  const t = useTranslations('BookmarkEditor');
  const [isLeft, setLeft] = useState(false);
  const { taken, take, forget, undo } = useTakenAddress(form, onType);
  const parsed = parseBookmarkUrl(value);
  const count = onAddAll ? (addressesIn(value)?.urls.length ?? 0) : 0;
  const isEmpty = parsed.warning === 'empty';
  // A warning does not interrupt typing.
  const isTyped = isLeft || /[.:/]/.test(value);
  const warning =
    !isEmpty && isTyped && count < 2 && parsed.warning ? t(`urlWarning.${parsed.warning}`) : undefined;
  const leave = () => {
    setLeft(true);
    if (!take(value) && parsed.addedScheme) form.setValue('url', parsed.url, { shouldDirty: true });
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value: typed } = event.currentTarget;
    const replacesAll = selectionStart === 0 && selectionEnd === typed.length;
    // The browser itself would join the lines of the text without a space.
    if (replacesAll && take(event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
  const notes: Record<'taken' | 'several' | 'scheme', () => ReactNode> = {
    taken: () => (
      <ActionNote
        text={t(taken?.title ? 'addressAndTitleTaken' : 'addressTaken')}
        action={t('undoTaken')}
        run={undo}
      />
    ),
    several: () => (
      <ActionNote
        text={t('severalAddresses', { count })}
        action={t('addEach', { count })}
        run={() => onAddAll?.(value)}
      />
    ),
    scheme: () => t('schemeAdded', { url: parsed.url }),
  };
  const note = taken ? 'taken' : count > 1 ? 'several' : parsed.addedScheme ? 'scheme' : null;
  return (
    <Field label={t('url')} error={form.error('url')} warning={warning} hint={note && notes[note]()}>
      {(control) => (
        <div className="relative">
          <span className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2">
            <Favicon
              host={parsed.domain}
              url={isFetching || isPrivate || parsed.warning ? null : parsed.url}
              className="scale-85"
            />
          </span>
          <Input
            {...control}
            {...privateInput}
            {...form.register('url', {
              onChange: () => {
                forget();
                setLeft(false);
                onType(form.getValues('url'));
              },
              onBlur: leave,
            })}
            onPaste={paste}
            inputMode="url"
            required
            className="pr-9 pl-11"
            placeholder={t('urlPlaceholder')}
          />
          {isFetching ? <Spinner className="absolute top-1/2 right-3 -translate-y-1/2" /> : null}
        </div>
      )}
    </Field>
  );
}

function ActionNote({ text, action, run }: { text: string; action: string; run: () => void }) {
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span role="status">{text}</span>
      <Button size="sm" onClick={run}>
        {action}
      </Button>
    </span>
  );
}

interface TakenAddress {
  /** The text as it was typed, in one line. */
  readonly text: string;
  /** What became the title; empty if the form had one. */
  readonly title: string;
}

/** Takes the address from a text that has one, and the words around it as the title of a form without one. */
function useTakenAddress(form: EditorForm, onType: (url: string) => void) {
  const [taken, setTaken] = useState<TakenAddress | null>(null);
  /** A text that the user wants to keep. */
  const [kept, setKept] = useState<string | null>(null);
  const write = (url: string) => {
    onType(url);
    form.setValue('url', url, { shouldDirty: true });
  };
  /** Returns whether the text has been written to the form. */
  const take = (typed: string): boolean => {
    const text = typed.replace(/\s+/g, ' ').trim();
    const found = text === kept ? null : addressesIn(typed);
    const [address = '', ...others] = found?.urls ?? [];
    if (found === null) return false;
    write(others.length > 0 ? text : address);
    if (others.length > 0) return true;
    const title = form.getValues('title') === '' ? found.rest : '';
    if (title !== '') form.setValue('title', title, { shouldDirty: true });
    setTaken({ text, title });
    return true;
  };
  const undo = () => {
    if (taken === null) return;
    write(taken.text);
    if (form.getValues('title') === taken.title) form.setValue('title', '', { shouldDirty: true });
    setKept(taken.text);
    setTaken(null);
    form.setFocus('url');
  };
  return { taken, take, undo, forget: () => setTaken(null) };
}

interface PageTextFieldsProps {
  form: EditorForm;
  isReading: boolean;
  /** No data is fetched from the page, and typed text is sent to no service of the browser. */
  isPrivate: boolean;
}

/** Title and description: typed, or filled in from the page; and the user's own notes. */
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
      <Field label={t('notes')} error={form.error('notes')}>
        {(control) => (
          <Textarea
            {...control}
            {...(isPrivate && privateInput)}
            {...form.register('notes')}
            rows={2}
            className="max-h-80 min-h-16"
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
