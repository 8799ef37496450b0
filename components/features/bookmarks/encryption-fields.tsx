'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, type ReactNode } from 'react';
import { KeyField } from '@/components/entities/key-field/key-field';
import type { KeyDraft, KeyProblems } from '@/components/entities/key-field/key-draft';
import type { KnownKeys } from '@/components/features/bookmarks/use-protection';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Switch } from '@/components/ui/switch';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { accountQueries } from '@/lib/api/account';

export interface EncryptionFieldsProps {
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  /** The bookmark is encrypted now: to switch it off makes it readable for good. */
  wasOn: boolean;
  /** It is a new bookmark: nothing will be filled in from its page. */
  isNew: boolean;
  /** The service received the address before the switch was turned on. */
  wasAsked: boolean;
  /** Other bookmarks with the same address, which stay readable. */
  copies: readonly Bookmark[];
  keys: KnownKeys | null;
  draft: KeyDraft | null;
  onChange: (draft: KeyDraft) => void;
  problems: KeyProblems;
}

/** The switch that keeps a bookmark for its owner alone, with the key, and with what that means. */
export function EncryptionFields(props: EncryptionFieldsProps) {
  const t = useTranslations('BookmarkEditor');
  const id = useId();
  const { isOn, onSwitch, wasOn, isNew, wasAsked, copies } = props;
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-lg border p-3">
      <legend className="sr-only">{t('encryption')}</legend>
      <div className="flex items-start gap-3 touch:min-h-11">
        <Switch
          id={`${id}-switch`}
          checked={isOn}
          onChange={({ target }) => onSwitch(target.checked)}
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
        {isOn && isNew && !wasAsked ? <Note>{t('notAsked')}</Note> : null}
        {isOn && wasAsked ? <Note isWarning>{t('wasAsked')}</Note> : null}
        {isOn && !wasOn && !isNew ? <Note>{t('becomesEncrypted')}</Note> : null}
        {isOn && !wasOn && copies.length > 0 ? (
          <Note isWarning>{t('copiesRemain', { count: copies.length })}</Note>
        ) : null}
        {!isOn && wasOn ? <Note isWarning>{t('becomesReadable')}</Note> : null}
      </div>
      {isOn ? <Key {...props} /> : null}
    </fieldset>
  );
}

function Key({ keys, draft, onChange, problems }: EncryptionFieldsProps) {
  const { data: personal = [] } = useQuery({
    ...accountQueries.current(),
    select: ({ firstName, lastName, email }) => [firstName, lastName, email],
  });
  if (keys === null || draft === null) return <Skeleton className="h-9 w-full" />;
  return <KeyField {...{ draft, onChange, problems, personal, ...keys }} />;
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
