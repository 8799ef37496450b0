'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { notify } from '@/components/common/notify';
import { loadCode } from '@/components/common/on-demand';
import { type KeyDraft, startKeyDraft, withCounts } from '@/components/entities/key-field/key-draft';
import { KeyField } from '@/components/entities/key-field/key-field';
import { keyFieldProps } from '@/components/entities/key-field/key-input';
import type { EditorForm } from '@/components/features/editor/editor-input';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Switch } from '@/components/ui/switch';
import { accountQueries } from '@/lib/api/account';
import { encryptionQueries } from '@/lib/api/encryption';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { keyOf } from '@/lib/vault/decrypt-text';
import type { UnlockedKey } from '@/lib/vault/vault-types';

export interface KnownKeys {
  readonly unlocked: readonly UnlockedKey[];
  /** Whether the account has keys, unlocked or not. */
  readonly hasKeys: boolean;
}

/** Returns the value of the key field: the chosen one; else an encrypted bookmark keeps its key. */
export function keyDraftOf(
  chosen: KeyDraft,
  bookmark: Bookmark | null,
  { unlocked, hasKeys }: KnownKeys,
): KeyDraft {
  const isUnlocked = (source: string) => unlocked.some((one) => one.key === source);
  // It may have been locked in the meantime.
  if (chosen.source === 'typed' || chosen.source === 'new' || isUnlocked(chosen.source)) return chosen;
  const start = startKeyDraft(unlocked, hasKeys);
  const own = keyOf(bookmark?.cipher ?? null);
  return own !== null && isUnlocked(own) ? { ...start, source: own } : start;
}

/** Returns the keys to choose from; null until they are loaded, and while they are not needed. */
function useKnownKeys(isWanted: boolean): KnownKeys | null {
  const t = useTranslations('Common');
  const [attempt, setAttempt] = useState(1);
  const [unlocked, setUnlocked] = useState<KnownKeys['unlocked'] | null>(null);
  const offerRetry = useEffectEvent(() =>
    notify({
      message: t('loadFailed'),
      tone: 'bad',
      action: { label: t('retry'), run: () => setAttempt(attempt + 1) },
    }),
  );
  const { data, isError } = useQuery({
    ...encryptionQueries.keys(),
    enabled: isWanted,
    select: ({ content }) => content,
  });
  useEffect(() => {
    if (!isWanted) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    void loadCode(import('@/lib/vault/vault')).then(
      ({ vaultState, watchVault }) => {
        if (isGone) return;
        const read = () => setUnlocked(vaultState().keys);
        read();
        stop = watchVault(read);
      },
      () => (isGone ? undefined : offerRetry()),
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isWanted, attempt]);
  if (unlocked === null || (data === undefined && !isError)) return null;
  return { unlocked: withCounts(unlocked, data), hasKeys: data === undefined || data.length > 0 };
}

/** State of the form's encryption switch. */
export interface FormProtection {
  readonly isOn: boolean;
  /** Whether the bookmark is currently encrypted. */
  readonly wasOn: boolean;
  /** Other bookmarks with the same url, which stay readable when this one is encrypted; null until they are known. */
  readonly copies: readonly Bookmark[] | null;
  /** Loads the copies again; null unless that failed. */
  readonly retryCopies: (() => void) | null;
  readonly keys: KnownKeys | null;
  /** Null until the keys are known. */
  readonly draft: KeyDraft | null;
}

export function useProtection({ control, setValue }: EditorForm, bookmark: Bookmark | null): FormProtection {
  const wasOn = bookmark?.encrypted === true;
  const [isOn, chosen] = useWatch({ control, name: ['encrypted', 'key'] });
  const canHaveCopies = isOn && !wasOn && bookmark !== null;
  const { data, isLoadingError, isPaused, refetch } = useQuery({
    ...encryptionQueries.copies(bookmark ? [bookmark.uuid] : []),
    enabled: canHaveCopies,
  });
  const copies = canHaveCopies ? (data?.content ?? null) : [];
  // Without a network, the query waits for it.
  const hasFailed = isLoadingError || (isPaused && data === undefined);
  const retryCopies = canHaveCopies && hasFailed ? () => void refetch() : null;
  const keys = useKnownKeys(isOn);
  const draft = keys && keyDraftOf(chosen, bookmark, keys);
  const isOther = draft !== null && draft !== chosen;
  const choose = useEffectEvent(() => draft && setValue('key', draft));
  useEffect(() => {
    if (isOther) choose();
  }, [isOther]);
  return { isOn, wasOn, copies, retryCopies, keys, draft };
}

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
