'use client';

import { useTranslations } from 'next-intl';
import { openOutboxDialog, useOutbox } from '@/components/features/outbox/outbox-store';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

/** Shows the number of queued changes, and opens the list of them. */
export function OutboxIndicator() {
  const t = useTranslations('Outbox');
  const { entries, stuckCount } = useOutbox();
  if (entries.length === 0) return null;
  const count = stuckCount || entries.length;
  return (
    <Button
      className="ml-auto shrink-0 [.ml-auto+&]:ml-0"
      aria-label={t(stuckCount > 0 ? 'indicatorStuck' : 'indicator', { count })}
      aria-haspopup="dialog"
      onClick={openOutboxDialog}
    >
      {stuckCount > 0 ? (
        <Icon name="i-cloud-alert" className="text-destructive" />
      ) : (
        <Icon name="i-cloud-upload" />
      )}
      <span className="text-second text-muted-foreground tabular-nums">{count}</span>
    </Button>
  );
}
