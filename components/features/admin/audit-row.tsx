'use client';

import { useTranslations } from 'next-intl';
import { AppLink } from '@/components/common/app-link';
import { useJobNames } from '@/components/features/admin/job-names';
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
  closeFeedback: 'i-check',
  reopenFeedback: 'i-inbox',
  deleteFeedback: 'i-trash',
  retryJob: 'i-rotate-cw',
} as const satisfies Record<AuditAction, `i-${string}`>;

/** All of them, in the order in which they are offered. */
export const auditActions = Object.keys(icons) as AuditAction[];

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
  const { nameOf } = useJobNames();
  const print = (name: (typeof labelled)[number], value: AuditEntry['before'][string] | undefined) => {
    if (value === 'free' || value === 'pro') return t(`plan.${value}`);
    return name === 'queue' ? nameOf(String(value)) : String(value);
  };
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
              .map((values) => print(name, values[name]))
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
  if (party.isDeleted) {
    // The id tells apart accounts that had the same address one after the other.
    return (
      <span title={party.uuid}>
        {party.email === null ? t('deletedAccount') : t('deletedWithEmail', { email: party.email })}
      </span>
    );
  }
  return (
    <AppLink href={`/admin/users/${party.uuid}`} prefetch={false} className="text-primary hover:underline">
      {party.email}
    </AppLink>
  );
}
