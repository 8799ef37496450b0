'use client';

import { useFormatter, useLocale, useTimeZone, useTranslations } from 'next-intl';
import { createRowDates } from '@/components/common/row-dates';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { AccountSession } from '@/lib/contract/schemas/account-security';
import { useDeviceName } from '@/components/features/settings/security/use-device-name';

const icons = {
  computer: 'i-monitor',
  phone: 'i-smartphone',
  tablet: 'i-tablet',
  other: 'i-terminal',
} as const;

interface SessionRowProps {
  session: AccountSession;
  /** When the list was read, in milliseconds. */
  now: number;
  onEnd: () => void;
}

/** A session in words: on what, from where, and when it was used last. */
export function SessionRow({ session, now, onEnd }: SessionRowProps) {
  const t = useTranslations('Security');
  const format = useFormatter();
  const dates = createRowDates({ locale: useLocale(), timeZone: useTimeZone() ?? 'UTC', now: new Date(now) });
  const name = useDeviceName()(session);
  const { address, place, isCurrent, createdAt, lastUsedAt } = session;
  // What the server noted a moment after this list was read is not in the future.
  const usedAt = Math.min(Date.parse(lastUsedAt), now);
  return (
    <li className="flex min-h-18 items-center gap-3 border-b py-3">
      <span className="grid size-9 shrink-0 place-items-center self-start rounded-md bg-muted text-muted-foreground">
        <Icon name={icons[session.device]} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {isCurrent ? <Badge tone="success">{t('thisSession')}</Badge> : null}
        </p>
        <p className="text-second text-muted-foreground wrap-anywhere">{t(`place.${place}`, { address })}</p>
        <p className="text-second text-muted-foreground tabular-nums">
          {t('lastUsed', { time: format.relativeTime(usedAt, now) })}
          {' · '}
          {t('signedIn', { date: dates.day(createdAt) })}
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
