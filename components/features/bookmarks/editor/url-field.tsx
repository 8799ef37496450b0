'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/common/field';
import { privateInput } from '@/components/common/private-input';
import { Favicon } from '@/components/entities/favicon';
import { Input } from '@/components/ui/input';
import { Spinner } from '@/components/ui/spinner';
import { parseBookmarkUrl } from '@/lib/domain/url';

interface UrlFieldProps {
  value: string;
  onChange: (url: string) => void;
  error: string | undefined;
  isFetching: boolean;
  /** No icon is asked for: that would name the site. */
  isPrivate: boolean;
}

/** The address, with what is odd about it said and nothing blocked; https:// is added when the field is left. */
export function UrlField({ value, onChange, error, isFetching, isPrivate }: UrlFieldProps) {
  const t = useTranslations('BookmarkEditor');
  const parsed = parseBookmarkUrl(value);
  const isEmpty = parsed.warning === 'empty';
  const isTyped = /[.:/]/.test(value);
  const warning = !isEmpty && isTyped && parsed.warning ? t(`urlWarning.${parsed.warning}`) : undefined;
  const complete = () => {
    if (parsed.addedScheme && parsed.warning === undefined) onChange(parsed.url);
  };
  return (
    <Field
      label={t('url')}
      error={error}
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
            name="url"
            inputMode="url"
            required
            className="pr-9 pl-11"
            placeholder={t('urlPlaceholder')}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={complete}
          />
          {isFetching ? <Spinner className="absolute top-1/2 right-3 -translate-y-1/2" /> : null}
        </div>
      )}
    </Field>
  );
}
