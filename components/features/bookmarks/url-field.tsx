'use client';

import { useTranslations } from 'next-intl';
import { type ClipboardEvent, type ReactNode, useState } from 'react';
import { Field } from '@/components/common/field';
import { privateInput } from '@/components/common/private-input';
import { Favicon } from '@/components/entities/favicon';
import type { EditorForm } from '@/components/features/bookmarks/editor-input';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Spinner } from '@/components/ui/spinner';
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
