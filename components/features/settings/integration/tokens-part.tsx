'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState } from '@/components/common/empty-state';
import { ErrorState } from '@/components/common/error-state';
import { onDemand } from '@/components/common/on-demand';
import { RevokeToken } from '@/components/features/settings/integration/revoke-token';
import { TokenRow } from '@/components/features/settings/integration/token-row';
import { SettingsPart } from '@/components/features/settings/settings-part';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import type { Account } from '@/lib/contract/schemas/account';
import type { PersonalToken } from '@/lib/contract/schemas/account-security';
import { settingsQueries } from '@/lib/queries/account-settings';

const loadDialog = () => import('@/components/features/settings/integration/token-dialog');
const TokenDialog = onDemand(() => loadDialog().then((module) => module.TokenDialog));

/** Tokens by which programs act for the account. */
export function TokensPart({ account }: { account: Account }) {
  const t = useTranslations('Integration');
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsPart title={t('tokens')} text={t('tokensText')}>
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
    </SettingsPart>
  );
}

function Tokens() {
  const t = useTranslations('Integration');
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...settingsQueries.tokens(),
    select: ({ content }) => content,
  });
  // What the question is about stays while its dialog closes.
  const [revoking, setRevoking] = useState<PersonalToken | null>(null);
  const [isAsked, setAsked] = useState(false);
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
                setAsked(true);
              }}
            />
          ))}
        </ul>
      )}
      <RevokeToken token={revoking} isOpen={isAsked} onClose={() => setAsked(false)} />
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
