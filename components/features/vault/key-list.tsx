'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState } from '@/components/common/error-state';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { useRowDates } from '@/components/common/row-dates';
import { useKeyName } from '@/components/entities/key-field/use-key-name';
import { useVault, type KeyAction } from '@/components/features/vault/use-vault';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { useHydrated } from '@/components/ui/use-hydrated';
import { encryptionQueries } from '@/lib/api/encryption';
import type { EncryptionKey } from '@/lib/contract/encryption';
import { hasCrypto } from '@/lib/vault/keys';
import { lock } from '@/lib/vault/vault';

interface KeyRowProps {
  of: EncryptionKey;
  isUnlocked: boolean;
  /** Whether the browser provides no cryptography here, so that no action is possible. */
  isClosed: boolean;
  onAction: (kind: KeyAction['kind']) => void;
}

/** A key with its hint, its number of bookmarks, and its actions. */
function KeyRow({ of, isUnlocked, isClosed, onAction }: KeyRowProps) {
  const t = useTranslations('Vault');
  const { day } = useRowDates();
  const name = useKeyName()(of);
  const button = (kind: KeyAction['kind']) => (
    <Button
      className="touch:h-11"
      aria-haspopup="dialog"
      aria-label={t(`of.${kind}`, { name })}
      disabled={isClosed}
      onClick={() => onAction(kind)}
    >
      {t(`do.${kind}`)}
    </Button>
  );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b py-3">
      <span className="grid size-9 shrink-0 place-items-center self-start rounded-md bg-muted text-muted-foreground">
        <Icon name={isUnlocked ? 'i-lock-open' : 'i-key-round'} />
      </span>
      <div className="min-w-44 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {name}
          </span>
          {isUnlocked ? <Badge tone="success">{t('isUnlocked')}</Badge> : null}
        </p>
        <p className="text-second text-muted-foreground tabular-nums">
          {t('under', { count: of.count })}
          {' · '}
          {t('since', { date: day(of.createdAt) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {isUnlocked ? null : button('unlock')}
        {button('change')}
        {button('sheet')}
      </div>
    </li>
  );
}

const KeyDialog = onDemand(
  () => import('@/components/features/vault/key-dialog').then((module) => module.KeyDialog),
  <DialogLoading />,
);

/**
 * The keys that bookmarks of the account are encrypted with. None is stored, so each is identified by its
 * metadata.
 */
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
