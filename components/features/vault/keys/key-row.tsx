'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useKeyName } from '@/components/entities/key-field/use-key-name';
import type { KeyAction } from '@/components/features/vault/keys/key-action';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { EncryptionKey } from '@/lib/contract/schemas/encryption';

interface KeyRowProps {
  of: EncryptionKey;
  isUnlocked: boolean;
  /** The browser gives no cryptography here: nothing can be done with it. */
  isClosed: boolean;
  onAction: (kind: KeyAction['kind']) => void;
}

/** A key by its hint and by what is under it, and what can be done with it. */
export function KeyRow({ of, isUnlocked, isClosed, onAction }: KeyRowProps) {
  const t = useTranslations('Vault');
  const format = useFormatter();
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
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {isUnlocked ? <Badge tone="success">{t('isUnlocked')}</Badge> : null}
        </p>
        <p className="text-second text-muted-foreground tabular-nums">
          {t('under', { count: of.count })}
          {' · '}
          {t('since', { date: format.dateTime(new Date(of.createdAt), { dateStyle: 'medium' }) })}
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
