'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState } from '@/components/common/error-state';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { useHydrated } from '@/components/ui/use-hydrated';
import { KeyRow } from '@/components/features/vault/keys/key-row';
import type { KeyAction } from '@/components/features/vault/keys/key-action';
import { useVault } from '@/components/features/vault/use-vault';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { encryptionQueries } from '@/lib/queries/encryption';
import { hasCrypto } from '@/lib/vault/has-crypto';
import { lock } from '@/lib/vault/vault';

const KeyDialog = onDemand(
  () => import('@/components/features/vault/keys/key-dialog').then((module) => module.KeyDialog),
  <DialogLoading />,
);

/** The keys that bookmarks of the account are encrypted with: none is saved, so each is told by what is known of it. */
export function KeyList() {
  const t = useTranslations('Vault');
  const { keys: unlocked } = useVault();
  const { data, isError, refetch } = useQuery({
    ...encryptionQueries.keys(),
    select: ({ content }) => content,
  });
  const [action, setAction] = useState<(KeyAction & { id: number }) | null>(null);
  const act = (next: KeyAction) => setAction((now) => ({ ...next, id: (now?.id ?? 0) + 1 }));
  const isClosed = useHydrated() && !hasCrypto();
  if (data === undefined) {
    if (!isError) return <KeysSkeleton label={t('loading')} />;
    return (
      <ErrorState
        className="py-8!"
        title={t('keysFailed')}
        text={t('keysFailedText')}
        action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    );
  }
  return (
    <>
      {isClosed ? <NoCrypto /> : null}
      {data.length === 0 ? (
        <p className="text-muted-foreground">{t('noKeys')}</p>
      ) : (
        <ul className="border-t">
          {data.map((one) => (
            <KeyRow
              key={one.key}
              of={one}
              isUnlocked={unlocked.some(({ key }) => key === one.key)}
              isClosed={isClosed}
              onAction={(kind) => act({ kind, of: one })}
            />
          ))}
        </ul>
      )}
      {unlocked.length > 0 ? (
        <Button size="lg" className="mt-4 touch:h-11" onClick={() => lock()}>
          <Icon name="i-lock" />
          {t('lockAll')}
        </Button>
      ) : null}
      {action ? <KeyDialog key={action.id} action={action} /> : null}
    </>
  );
}

function NoCrypto() {
  const t = useTranslations('Vault');
  return (
    <div className="mb-4 rounded-lg border border-warning/40 bg-warning/8 p-3">
      <p className="font-medium">{t('noCryptoTitle')}</p>
      <p className="mt-1 text-second text-pretty text-muted-foreground">{t('noCrypto')}</p>
    </div>
  );
}

const KeysSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="border-t">
    <div className="flex min-h-18 items-center gap-3 border-b py-3">
      <Skeleton className="size-9" />
      <div className="flex flex-col gap-1.5">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-3.5 w-56" />
      </div>
    </div>
  </div>
);
