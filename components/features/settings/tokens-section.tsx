'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { EmptyState } from '@/components/common/empty-state';
import { ErrorState } from '@/components/common/error-state';
import { notify } from '@/components/common/notify';
import { onDemand } from '@/components/common/on-demand';
import { createRowDates } from '@/components/common/row-dates';
import { programOf } from '@/components/entities/token-terms';
import { SettingsSection } from '@/components/features/settings/settings-section';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { settingsMutations, settingsQueries } from '@/lib/api/account-settings';
import type { Account } from '@/lib/contract/account';
import type { PersonalToken } from '@/lib/contract/tokens';
import { isolate } from '@/lib/utils/isolate';

interface RevokeTokenProps {
  token: PersonalToken | null;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks for confirmation before a token is revoked. */
function RevokeToken({ token, isOpen, onClose }: RevokeTokenProps) {
  const t = useTranslations('Integration');
  const { mutateAsync } = useMutation({
    ...settingsMutations.deleteToken(),
    meta: { failure: t('revokeFailed') },
  });
  if (token === null) return null;
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('revokeTitle', { name: isolate(token.name) })}
      description={t('revokeAsk')}
      confirmLabel={t('revoke')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      destructive
      onConfirm={async () => {
        await mutateAsync({ params: { uuid: token.uuid } });
        notify({ message: t('revoked') });
      }}
    />
  );
}

interface TokenRowProps {
  token: PersonalToken;
  /** When the list was fetched, in milliseconds. */
  now: number;
  onRevoke: () => void;
  onActivity: () => void;
}

/** A token with its name, its permissions, whether it is in use, and its expiry. */
function TokenRow({ token, now, onRevoke, onActivity }: TokenRowProps) {
  const t = useTranslations('Integration');
  const tAssistants = useTranslations('Assistants');
  const format = useFormatter();
  const { day } = createRowDates({
    locale: useLocale(),
    timeZone: useTimeZone() ?? 'UTC',
    now: new Date(now),
  });
  const { name, scope, createdAt, expiresAt, lastUsedAt, client } = token;
  const { icon, host } = programOf(client);
  const loadsPages = token.fetchesPages && scope === 'write' && client !== 'extension';
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  const facts = [
    ...(client === null ? [] : [host ?? t('extension')]),
    t('created', { date: day(createdAt) }),
    lastUsedAt === null
      ? t('neverUsed')
      : t('lastUsed', { time: format.relativeTime(Math.min(Date.parse(lastUsedAt), now), now) }),
    expiresAt === null ? t('neverExpires') : t('expires', { date: day(expiresAt) }),
    ...(loadsPages ? [t('loadsPages')] : []),
  ];
  return (
    <li className="flex min-h-18 flex-wrap items-center justify-end gap-3 border-b py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
        <Icon name={icon} />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {name}
          </span>
          <Badge tone="outline">{t(`scope.${scope}`)}</Badge>
          {isExpired ? <Badge tone="warning">{t('expired')}</Badge> : null}
        </p>
        <p className="text-second text-pretty text-muted-foreground tabular-nums">{facts.join(' · ')}</p>
      </div>
      <Button
        aria-label={tAssistants('activityLabel', { name })}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadActivity()}
        onFocus={() => void loadActivity()}
        onClick={onActivity}
      >
        {tAssistants('activity')}
      </Button>
      <Button aria-label={t('revokeLabel', { name })} aria-haspopup="dialog" onClick={onRevoke}>
        {t('revoke')}
      </Button>
    </li>
  );
}

const loadDialog = () => import('@/components/features/settings/token-dialog');
const TokenDialog = onDemand(() => loadDialog().then((module) => module.TokenDialog));

const loadActivity = () => import('@/components/features/settings/token-activity');
const TokenActivity = onDemand(() => loadActivity().then((module) => module.TokenActivity));

/** Tokens with which programs access the account. */
export function TokensSection({ account }: { account: Account }) {
  const t = useTranslations('Integration');
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsSection title={t('tokens')} text={t('tokensText')}>
      <Button
        variant="primary"
        size="lg"
        className="touch:h-11"
        disabled={!account.emailVerified}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setOpen(true)}
      >
        <Icon name="i-plus" />
        {t('newToken')}
      </Button>
      {account.emailVerified ? null : (
        <p className="mt-2 text-second text-pretty text-muted-foreground">{t('needsVerified')}</p>
      )}
      <Tokens />
      {isOpen ? <TokenDialog account={account} onClose={() => setOpen(false)} /> : null}
    </SettingsSection>
  );
}

function Tokens() {
  const t = useTranslations('Integration');
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...settingsQueries.tokens(),
    select: ({ content }) => content,
  });
  // The token to confirm stays while its dialog closes.
  const [revoking, setRevoking] = useState<PersonalToken | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const [inspected, setInspected] = useState<PersonalToken | null>(null);
  if (data === undefined && isError) {
    return (
      <ErrorState
        className="py-8!"
        title={t('loadFailed')}
        text={t('loadFailedText')}
        action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    );
  }
  if (data === undefined) return <TokensSkeleton label={t('loading')} />;
  return (
    <>
      {data.length === 0 ? (
        <EmptyState className="py-10!" icon="i-key-round" title={t('empty')} text={t('emptyText')} />
      ) : (
        <ul className="mt-4 border-t">
          {data.map((token) => (
            <TokenRow
              key={token.uuid}
              token={token}
              now={dataUpdatedAt}
              onRevoke={() => {
                setRevoking(token);
                setConfirming(true);
              }}
              onActivity={() => setInspected(token)}
            />
          ))}
        </ul>
      )}
      {inspected ? <TokenActivity token={inspected} onClose={() => setInspected(null)} /> : null}
      <RevokeToken token={revoking} isOpen={isConfirming} onClose={() => setConfirming(false)} />
    </>
  );
}

const TokensSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="mt-4 border-t">
    <div className="flex min-h-18 flex-col justify-center gap-1.5 border-b py-3">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-3.5 w-64" />
    </div>
  </div>
);
