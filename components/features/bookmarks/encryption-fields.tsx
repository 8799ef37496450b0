'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, type ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { KeyField } from '@/components/entities/key-field/key-field';
import { keyFieldProps } from '@/components/entities/key-field/key-input';
import type { EditorForm } from '@/components/features/bookmarks/editor-input';
import type { FormProtection } from '@/components/features/bookmarks/use-protection';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Switch } from '@/components/ui/switch';
import { accountQueries } from '@/lib/api/account';

interface EncryptionFieldsProps extends FormProtection {
  form: EditorForm;
  /** Whether it is a new bookmark: its page's metadata will not be filled in. */
  isNew: boolean;
  /** Whether the service received the address before the switch was turned on. */
  wasRequested: boolean;
}

/** The switch that encrypts a bookmark, with the key field and the consequences. */
export function EncryptionFields(props: EncryptionFieldsProps) {
  const t = useTranslations('BookmarkEditor');
  const common = useTranslations('Common');
  const id = useId();
  const { form, isOn, wasOn, isNew, wasRequested, copies, retryCopies } = props;
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-lg border p-3">
      <legend className="sr-only">{t('encryption')}</legend>
      <div className="flex items-start gap-3 touch:min-h-11">
        <Switch
          {...form.register('encrypted', { onChange: () => form.clearErrors('key') })}
          id={`${id}-switch`}
          aria-describedby={`${id}-note`}
          className="mt-0.5"
        />
        <span className="min-w-0 flex-1">
          <label htmlFor={`${id}-switch`} className="block font-medium">
            {t('encrypt')}
          </label>
          <span id={`${id}-note`} className="block text-second text-pretty text-muted-foreground">
            {t('encryptText')}
          </span>
        </span>
      </div>
      <div role="status" className="flex flex-col gap-2 empty:hidden">
        {isOn && isNew && !wasRequested ? <Note>{t('notAsked')}</Note> : null}
        {isOn && wasRequested ? <Note isWarning>{t('wasAsked')}</Note> : null}
        {isOn && !wasOn && !isNew ? <Note>{t('becomesEncrypted')}</Note> : null}
        {isOn && !wasOn && copies !== null && copies.length > 0 ? (
          <Note isWarning>{t('copiesRemain', { count: copies.length })}</Note>
        ) : null}
        {retryCopies ? <Note isWarning>{t('copiesFailed')}</Note> : null}
        {!isOn && wasOn ? <Note isWarning>{t('becomesReadable')}</Note> : null}
      </div>
      {retryCopies ? (
        <Button className="self-start touch:h-11" onClick={retryCopies}>
          {common('retry')}
        </Button>
      ) : null}
      {isOn ? <Key {...props} /> : null}
    </fieldset>
  );
}

function Key({ form, keys, draft }: EncryptionFieldsProps) {
  const { data: personal = [] } = useQuery({
    ...accountQueries.current(),
    select: ({ firstName, lastName, email }) => [firstName, lastName, email],
  });
  if (keys === null || draft === null) return <Skeleton className="h-9 w-full" />;
  return (
    <Controller
      control={form.control}
      name="key"
      render={({ field, fieldState }) => (
        <KeyField
          {...keyFieldProps({ field: { ...field, value: draft }, fieldState })}
          {...keys}
          personal={personal}
        />
      )}
    />
  );
}

function Note({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-second text-pretty">
      <Icon
        name={isWarning ? 'i-triangle-alert' : 'i-info'}
        className={isWarning ? 'mt-0.5 text-warning' : 'mt-0.5 text-muted-foreground'}
      />
      <span className="min-w-0 flex-1">{children}</span>
    </p>
  );
}
