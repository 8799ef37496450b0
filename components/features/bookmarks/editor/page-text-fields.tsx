'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/common/field';
import { privateInput } from '@/components/common/private-input';
import type { PageText } from '@/components/features/bookmarks/editor/fill-draft';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';

interface PageTextFieldsProps {
  value: PageText;
  onChange: (change: Partial<PageText>) => void;
  errors: Readonly<Record<string, string>>;
  isReading: boolean;
  /** Nothing is read from the page, and nothing typed is sent to a service of the browser. */
  isPrivate: boolean;
}

/** Title and description: typed, or filled in from the page. */
export function PageTextFields({ value, onChange, errors, isReading, isPrivate }: PageTextFieldsProps) {
  const t = useTranslations('BookmarkEditor');
  return (
    <>
      <Field label={t('title')} error={errors['title']}>
        {(control) => (
          <Input
            {...control}
            {...(isPrivate && privateInput)}
            name="title"
            autoComplete="off"
            value={value.title}
            placeholder={isPrivate ? undefined : t(isReading ? 'reading' : 'titlePlaceholder')}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('description')} error={errors['description']}>
        {(control) => (
          <Textarea
            {...control}
            {...(isPrivate && privateInput)}
            name="description"
            rows={2}
            className="max-h-40 min-h-16"
            value={value.description}
            placeholder={isReading ? t('reading') : undefined}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
