'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { PageHeader } from '@/components/common/page-header';
import { AdminList } from '@/components/features/admin/admin-list';
import { auditActions, AuditRow } from '@/components/features/admin/audit-row';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import type { AuditAction } from '@/lib/contract/admin';
import { adminQueries } from '@/lib/api/admin';

const all = 'all';

/** The list follows the URL without a request for the page. */
const choose = (action: AuditAction | typeof all): void =>
  window.history.replaceState(null, '', action === all ? '/admin/audit' : `/admin/audit?action=${action}`);

/** Changes made by administrators, newest first; the URL contains the action that the list is filtered by. */
export function AuditScreen() {
  const t = useTranslations('Admin');
  const requested = useSearchParams().get('action');
  const action = auditActions.find((one) => one === requested);
  const query = useInfiniteQuery(adminQueries.audit(action === undefined ? {} : { action }));
  const days = query.data?.pages[0]?.retentionDays;
  return (
    <>
      <PageHeader title={t('section.audit')} />
      <p className="mt-1 min-h-10 text-pretty text-muted-foreground sm:min-h-5">
        {days === undefined ? null : t('audit.text', { days })}
      </p>
      <Select
        aria-label={t('audit.filter')}
        value={action ?? all}
        options={[
          { value: all, label: t('audit.all') },
          ...auditActions.map((value) => ({ value, label: t(`audit.action.${value}`) })),
        ]}
        className="mt-4 mb-5 max-w-72 touch:h-11"
        onValueChange={choose}
      />
      <AdminList
        label={t('section.audit')}
        query={query}
        rowHeight="min-h-14"
        empty={{
          icon: 'i-scroll-text',
          title: t('audit.empty'),
          text: t('audit.emptyText'),
          action:
            action === undefined ? null : <Button onClick={() => choose(all)}>{t('audit.showAll')}</Button>,
        }}
      >
        {(entry) => <AuditRow key={entry.uuid} entry={entry} />}
      </AdminList>
    </>
  );
}
