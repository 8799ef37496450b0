'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/common/field';
import { privateInput } from '@/components/common/private-input';
import { Favicon } from '@/components/entities/favicon';
import type { EditorForm } from '@/components/features/bookmarks/editor-input';
import { Input } from '@/components/ui/input';
import { Spinner } from '@/components/ui/spinner';
import { parseBookmarkUrl } from '@/lib/domain/url';

interface UrlFieldProps {
  form: EditorForm;
  /** The text as typed. */
  value: string;
  onType: (url: string) => void;
  isFetching: boolean;
  /** No icon is requested: that would reveal the site. */
  isPrivate: boolean;
}

/**
 * The address, with a warning instead of an error for unusual ones; https:// is added when the field loses
 * focus.
 */
export function UrlField({ form, value, onType, isFetching, isPrivate }: UrlFieldProps) {
  const t = useTranslations('BookmarkEditor');
  const parsed = parseBookmarkUrl(value);
  const isEmpty = parsed.warning === 'empty';
  const isTyped = /[.:/]/.test(value);
  const warning = !isEmpty && isTyped && parsed.warning ? t(`urlWarning.${parsed.warning}`) : undefined;
  const complete = () => {
    if (parsed.addedScheme && parsed.warning === undefined)
      form.setValue('url', parsed.url, { shouldDirty: true });
  };
  return (
    <Field
      label={t('url')}
      error={form.error('url')}
      warning={warning}
      hint={parsed.addedScheme && isTyped ? t('schemeAdded', { url: parsed.url }) : undefined}
    >
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
            {...form.register('url', { onChange: () => onType(form.getValues('url')), onBlur: complete })}
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
