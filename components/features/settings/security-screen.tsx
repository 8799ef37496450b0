'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTimeZone, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { AppLink } from '@/components/common/app-link';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { useContractForm } from '@/components/common/contract-form';
import { ErrorState } from '@/components/common/error-state';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { createRowDates } from '@/components/common/row-dates';
import { PasswordField, PasswordOwner } from '@/components/common/secret-field';
import { StrengthHint } from '@/components/common/strength-meter';
import { useUnsaved } from '@/components/common/use-unsaved';
import { SettingsSection, WithAccount } from '@/components/features/settings/settings-section';
import { Badge } from '@/components/ui/badge';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { settingsMutations, settingsQueries } from '@/lib/api/account-settings';
import { type Account, type AccountSession, UpdatePasswordInput } from '@/lib/contract/account';
import { limits } from '@/lib/contract/limits';
import { text } from '@/lib/contract/primitives';

const PasswordInput = UpdatePasswordInput.extend({
  currentPassword: text(limits.passwordMaxLength, 1),
  confirmation: z.string(),
}).refine(({ password, confirmation }) => password === confirmation, {
  path: ['confirmation'],
  message: 'mismatch',
});

const empty = { currentPassword: '', password: '', confirmation: '' };

/** Changes the password, which requires the current one. The fields are cleared afterwards. */
function PasswordForm({ account }: { account: Account }) {
  const t = useTranslations('Security');
  const save = useMutation(settingsMutations.updatePassword());
  const { control, formState, reset, field, submit, refusal } = useContractForm({
    schema: PasswordInput,
    fields: ['currentPassword', 'password', 'confirmation'],
    defaultValues: empty,
    words: { mismatch: t('mismatch') },
    send: async ({ currentPassword, password }) => {
      await save.mutateAsync({ body: { currentPassword, password } });
      reset(empty);
    },
    failed: t('changeFailed'),
  });
  const password = useWatch({ control, name: 'password' });
  const { isDirty, isSubmitting } = formState;
  const { question } = useUnsaved(isDirty, () => reset(empty));
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-90 flex-col gap-4">
      <FormAlert text={refusal} />
      <PasswordOwner email={account.email} />
      <PasswordField {...field('currentPassword')} label={t('current')} autoComplete="current-password" />
      <PasswordField
        {...field('password')}
        label={t('new')}
        autoComplete="new-password"
        hint={
          <StrengthHint password={password} personal={[account.firstName, account.lastName, account.email]} />
        }
      />
      <PasswordField {...field('confirmation')} label={t('confirm')} autoComplete="new-password" />
      <div className="flex min-h-10 flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" size="lg" className="touch:h-11" pending={isSubmitting}>
          {t('change')}
        </Button>
        <p role="status" className="min-w-0 flex-1 text-second text-pretty text-muted-foreground">
          {save.isSuccess && !isDirty ? (
            <span className="flex items-start gap-1.5">
              <Icon name="i-check" className="mt-0.5 size-3.5 text-success" />
              {t('changed')}
            </span>
          ) : null}
        </p>
      </div>
      {question}
    </form>
  );
}

interface SecurityScreenProps {
  /** The keys of encrypted bookmarks, rendered by another feature. */
  keys: ReactNode;
}

/** The password, the sessions of the account, and the encryption keys. */
export function SecurityScreen({ keys }: SecurityScreenProps) {
  const t = useTranslations('Security');
  return (
    <div className="flex flex-col gap-10">
      <WithAccount skeleton={<Skeleton className="h-90 max-w-90" />}>
        {(account) =>
          account.hasPassword ? (
            <SettingsSection title={t('password')} text={t('passwordText')}>
              <PasswordForm account={account} />
            </SettingsSection>
          ) : (
            <SettingsSection title={t('password')} text={t('noPassword')}>
              <AppLink
                href="/forgot-password"
                className={buttonVariants({ size: 'lg', className: 'touch:h-11' })}
              >
                {t('choosePassword')}
              </AppLink>
            </SettingsSection>
          )
        }
      </WithAccount>
      <SettingsSection title={t('sessions')} text={t('sessionsText')}>
        <SessionList />
      </SettingsSection>
      <SettingsSection title={t('keys')} text={t('keysText')}>
        {keys}
      </SettingsSection>
    </div>
  );
}

/** Returns a function that names the device of a session, as far as its user agent reveals it. */
function useDeviceName() {
  const t = useTranslations('Security');
  return ({ browser, system }: Pick<AccountSession, 'browser' | 'system'>): string => {
    if (browser !== null && system !== null) return t('device', { browser, system });
    if (system !== null) return t('onSystem', { system });
    return browser ?? t('unknownDevice');
  };
}

/** Returns a function that describes where a session was last used from. */
function usePlaceName() {
  const t = useTranslations('Security');
  const countries = new Intl.DisplayNames([useLocale()], { type: 'region', fallback: 'none' });
  return ({ address, country, place }: AccountSession): string => {
    const name = country === null ? undefined : countries.of(country);
    return name === undefined
      ? t(`place.${place}`, { address })
      : t('place.country', { country: name, address });
  };
}

/** Sessions to sign out: one session, or all except this one. */
type Ending = { session: AccountSession } | { others: number };

interface EndingState {
  /** The sessions to confirm; kept while the dialog closes. */
  ending: Ending | null;
  isOpen: boolean;
  ask: (ending: Ending) => void;
  close: () => void;
}

/** State of the confirmation dialog. */
function useEnding(): EndingState {
  const [ending, setEnding] = useState<Ending | null>(null);
  const [isOpen, setOpen] = useState(false);
  const ask = (next: Ending) => {
    setEnding(next);
    setOpen(true);
  };
  return { ending, isOpen, ask, close: () => setOpen(false) };
}

/** Asks for confirmation before a session is signed out, and reports the outcome. */
function EndSessions({ ending, isOpen, close }: EndingState) {
  const t = useTranslations('Security');
  const nameOf = useDeviceName();
  const meta = { failure: t('signOutFailed') };
  const endOne = useMutation({ ...settingsMutations.deleteSession(), meta });
  const endOthers = useMutation({ ...settingsMutations.deleteSessions(), meta });
  if (ending === null) return null;
  const isOne = 'session' in ending;
  const confirm = async () => {
    if (isOne) await endOne.mutateAsync({ params: { uuid: ending.session.uuid } });
    else await endOthers.mutateAsync({});
    notify({ message: t(isOne ? 'signedOut' : 'signedOutOthers') });
  };
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => (open ? undefined : close())}
      title={t(isOne ? 'signOutTitle' : 'signOutOthersTitle')}
      description={
        isOne
          ? t('signOutAsk', { device: nameOf(ending.session) })
          : t('signOutOthersAsk', { count: ending.others })
      }
      confirmLabel={t(isOne ? 'signOut' : 'signOutOthers')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      destructive
      onConfirm={confirm}
    />
  );
}

const icons = {
  computer: 'i-monitor',
  phone: 'i-smartphone',
  tablet: 'i-tablet',
  other: 'i-terminal',
} as const;

interface SessionRowProps {
  session: AccountSession;
  /** When the list was fetched, in milliseconds. */
  now: number;
  onEnd: () => void;
}

/** A session: its device, its location, and its last use. */
function SessionRow({ session, now, onEnd }: SessionRowProps) {
  const t = useTranslations('Security');
  const format = useFormatter();
  const dates = createRowDates({ locale: useLocale(), timeZone: useTimeZone() ?? 'UTC', now: new Date(now) });
  const name = useDeviceName()(session);
  const { isCurrent, createdAt, lastUsedAt } = session;
  // A time that the server stored just after this list was fetched is not in the future.
  const usedAt = Math.min(Date.parse(lastUsedAt), now);
  return (
    <li className="flex min-h-18 items-center gap-3 border-b py-3">
      <span className="grid size-9 shrink-0 place-items-center self-start rounded-md bg-muted text-muted-foreground">
        <Icon name={icons[session.device]} />
      </span>
      {/* The row without a button takes the focus of its removed neighbors. */}
      <div className="min-w-0 flex-1 outline-none" {...(isCurrent && { tabIndex: -1, 'data-focus': '' })}>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {isCurrent ? <Badge tone="success">{t('thisSession')}</Badge> : null}
        </p>
        <p className="text-second text-muted-foreground wrap-anywhere">{usePlaceName()(session)}</p>
        <p className="text-second text-muted-foreground tabular-nums">
          {t('lastUsed', { time: format.relativeTime(usedAt, now) })}
          {' · '}
          {t('signedIn', { date: dates.full(createdAt) })}
        </p>
      </div>
      {isCurrent ? null : (
        <Button aria-label={t('signOutLabel', { device: name })} aria-haspopup="dialog" onClick={onEnd}>
          {t('signOut')}
        </Button>
      )}
    </li>
  );
}

/** All sessions of the account, the current one first, with a button to sign out each other one. */
function SessionList() {
  const t = useTranslations('Security');
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...settingsQueries.sessions(),
    select: ({ content }) =>
      [...content].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent)),
  });
  const ending = useEnding();
  if (data === undefined) {
    if (!isError) return <SessionsSkeleton label={t('loading')} />;
    return (
      <ErrorState
        className="py-8!"
        title={t('loadFailed')}
        text={t('loadFailedText')}
        action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    );
  }
  const others = data.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <>
      <ul className="border-t">
        {data.map((session) => (
          <SessionRow
            key={session.uuid}
            session={session}
            now={dataUpdatedAt}
            onEnd={() => ending.ask({ session })}
          />
        ))}
      </ul>
      {others > 0 ? (
        <Button
          variant="destructive"
          size="lg"
          className="mt-4 touch:h-11"
          aria-haspopup="dialog"
          onClick={() => ending.ask({ others })}
        >
          {t('signOutOthers')}
        </Button>
      ) : (
        <p className="mt-3 text-second text-muted-foreground">{t('onlyThis')}</p>
      )}
      <EndSessions {...ending} />
    </>
  );
}

const SessionsSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="border-t">
    {[0, 1].map((row) => (
      <div key={row} className="flex min-h-18 items-center gap-3 border-b py-3">
        <Skeleton className="size-9" />
        <div className="flex flex-col gap-1.5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3.5 w-56" />
        </div>
      </div>
    ))}
  </div>
);
