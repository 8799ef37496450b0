'use client';

import { useFormatter, useLocale, useTimeZone, useTranslations } from 'next-intl';
import { createRowDates } from '@/components/common/row-dates';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { PersonalToken } from '@/lib/contract/schemas/account-security';

interface TokenRowProps {
  token: PersonalToken;
  /** When the list was read, in milliseconds. */
  now: number;
  onRevoke: () => void;
}

/** A token by its name: what it may do, whether it is in use, and how long it is good for. */
export function TokenRow({ token, now, onRevoke }: TokenRowProps) {
  const t = useTranslations('Integration');
  const format = useFormatter();
  const { day } = createRowDates({
    locale: useLocale(),
    timeZone: useTimeZone() ?? 'UTC',
    now: new Date(now),
  });
  const { name, scope, createdAt, expiresAt, lastUsedAt } = token;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  const facts = [
    t('created', { date: day(createdAt) }),
    lastUsedAt === null
      ? t('neverUsed')
      : t('lastUsed', { time: format.relativeTime(Math.min(Date.parse(lastUsedAt), now), now) }),
    expiresAt === null ? t('neverExpires') : t('expires', { date: day(expiresAt) }),
  ];
  return (
    <li className="flex min-h-18 items-center gap-3 border-b py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <Badge tone="outline">{t(`scope.${scope}`)}</Badge>
          {isExpired ? <Badge tone="warning">{t('expired')}</Badge> : null}
        </p>
        <p className="text-second text-pretty text-muted-foreground tabular-nums">{facts.join(' · ')}</p>
      </div>
      <Button aria-label={t('revokeLabel', { name })} aria-haspopup="dialog" onClick={onRevoke}>
        {t('revoke')}
      </Button>
    </li>
  );
}
