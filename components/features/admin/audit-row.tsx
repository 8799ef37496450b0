'use client';

import { useTranslations } from 'next-intl';
import { AppLink } from '@/components/common/app-link';
import { useAdminFormat } from '@/components/features/admin/use-admin-format';
import { Icon } from '@/components/ui/icon';
import type { AuditAction, AuditEntry } from '@/lib/contract/admin';

const icons = {
  plan: 'i-gem',
  verify: 'i-mail-check',
  suspend: 'i-ban',
  unsuspend: 'i-circle-check',
  grantAdmin: 'i-shield-plus',
  revokeAdmin: 'i-shield-minus',
  signOut: 'i-log-out',
  delete: 'i-user-x',
  deleteFeedback: 'i-trash',
  retryJob: 'i-rotate-cw',
} as const satisfies Record<AuditAction, `i-${string}`>;

/** Values of an entry that are shown; the action already conveys the others. */
const labelled = ['plan', 'sessions', 'queue', 'job', 'report'] as const;

interface AuditRowProps {
  entry: AuditEntry;
  /** The list is about one account, whose name its rows omit. */
  isOfOneAccount?: boolean;
}

/** Who did what, to which account, and when. */
export function AuditRow({ entry, isOfOneAccount = false }: AuditRowProps) {
  const t = useTranslations('Admin.audit');
  const { full } = useAdminFormat();
  const { action, actor, target, before, after, createdAt } = entry;
  const changes = labelled.filter((name) => name in before || name in after);
  const print = (value: AuditEntry['before'][string] | undefined) =>
    value === 'free' || value === 'pro' ? t(`plan.${value}`) : String(value);
  return (
    <li className="flex min-h-14 items-start gap-3 border-b py-2.5">
      <Icon name={icons[action]} className="mt-0.5 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{t(`action.${action}`)}</span>
          {target && !isOfOneAccount ? (
            <>
              {' · '}
              <Party party={target} />
            </>
          ) : null}
        </p>
        {changes.map((name) => (
          <p key={name} className="text-second text-muted-foreground wrap-anywhere">
            {t(`value.${name}`)}
            {': '}
            {[before, after]
              .filter((values) => name in values)
              .map((values) => print(values[name]))
              .join(' → ')}
          </p>
        ))}
        <p className="text-second text-muted-foreground tabular-nums wrap-anywhere">
          {t('by')} <Party party={actor} />
          {' · '}
          <time dateTime={createdAt}>{full(createdAt)}</time>
        </p>
      </div>
    </li>
  );
}

function Party({ party }: { party: AuditEntry['actor'] }) {
  const t = useTranslations('Admin.audit');
  if (party === null) return t('system');
  if (party.email === null) return t('deletedAccount');
  return (
    <AppLink href={`/admin/users/${party.uuid}`} prefetch={false} className="text-primary hover:underline">
      {party.email}
    </AppLink>
  );
}
