'use client';

import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useLocale, useTimeZone, useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { AppLink } from '@/components/common/app-link';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { notify } from '@/components/common/notify';
import { PageHeader } from '@/components/common/page-header';
import { createRowDates } from '@/components/common/row-dates';
import { AdminList } from '@/components/features/admin/admin-list';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { PillChoice } from '@/components/ui/pill-choice';
import { serviceLimits } from '@/lib/contract/service-limits';
import { routes } from '@/lib/contract/routes';
import type { Feedback } from '@/lib/contract/feedback';
import { adminMutations, adminQueries } from '@/lib/api/admin';

const states = ['open', 'done', 'all'] as const;

/** The list follows the URL without a request for the page. */
const choose = (state: (typeof states)[number]): void =>
  window.history.replaceState(
    null,
    '',
    state === states[0] ? '/admin/feedback' : `/admin/feedback?state=${state}`,
  );

/** Bug reports of one state or all, newest first, with their screenshots; the URL contains the state. */
export function FeedbackScreen() {
  const t = useTranslations('Admin');
  const requested = useSearchParams().get('state') ?? states[0];
  const state = states.find((one) => one === requested) ?? states[0];
  const query = useInfiniteQuery(adminQueries.feedback(state === 'all' ? {} : { state }));
  const total = query.data?.pages[0]?.pagination.total;
  const [confirming, setConfirming] = useState<Feedback | null>(null);
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation({
    ...adminMutations.deleteFeedback(),
    meta: { failure: t('feedback.deleteFailed') },
  });
  return (
    <>
      <PageHeader
        title={t('section.feedback')}
        detail={total === undefined ? null : t('feedback.total', { count: total })}
      />
      <p className="mt-1 text-pretty text-muted-foreground">
        {t('feedback.text', { days: serviceLimits.feedbackDays })}
      </p>
      <PillChoice
        label={t('feedback.filter')}
        options={states.map((value) => ({ value, label: t(`feedback.states.${value}`) }))}
        value={state}
        onValueChange={choose}
        className="mt-4 mb-5"
      />
      <AdminList
        label={t('section.feedback')}
        query={query}
        rowHeight="h-33"
        empty={{
          icon: 'i-inbox',
          title: t(`feedback.empty.${state}`),
          text: t(`feedback.emptyText.${state}`),
          action:
            state === 'all' ? null : <Button onClick={() => choose('all')}>{t('feedback.showAll')}</Button>,
        }}
      >
        {(report) => (
          <Report
            key={report.uuid}
            report={report}
            now={query.dataUpdatedAt}
            onDelete={() => {
              setConfirming(report);
              setOpen(true);
            }}
          />
        )}
      </AdminList>
      {confirming ? (
        <ConfirmDialog
          open={isOpen}
          onOpenChange={setOpen}
          title={t('feedback.deleteTitle')}
          description={t('feedback.deleteText')}
          confirmLabel={t('feedback.delete')}
          cancelLabel={t('cancel')}
          closeLabel={t('close')}
          destructive
          onConfirm={async () => {
            await remove.mutateAsync({ params: { uuid: confirming.uuid } });
            notify({ message: t('feedback.deleted') });
          }}
        />
      ) : null}
    </>
  );
}

interface ReportProps {
  report: Feedback;
  /** When the list was fetched, in milliseconds. */
  now: number;
  onDelete: () => void;
}

function Report({ report, now, onDelete }: ReportProps) {
  const t = useTranslations('Admin');
  const dates = createRowDates({ locale: useLocale(), timeZone: useTimeZone() ?? 'UTC', now: new Date(now) });
  const { uuid, state, message, name, email, account, createdAt, hasScreenshot } = report;
  const isDone = state === 'done';
  const update = useMutation({
    ...adminMutations.updateFeedback(),
    meta: { failure: t('feedback.updateFailed') },
  });
  const sender = name || account?.email || email || t('feedback.guest');
  return (
    <li className="flex gap-4 border-b py-4 max-sm:flex-col">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 font-medium wrap-anywhere">{sender}</span>
          <time dateTime={createdAt} className="text-second text-muted-foreground tabular-nums">
            {dates.full(createdAt)}
          </time>
          {isDone ? <Badge tone="outline">{t('feedback.states.done')}</Badge> : null}
        </p>
        <p dir="auto" className="mt-1 text-pretty whitespace-pre-wrap wrap-anywhere">
          {message}
        </p>
        <Facts report={report} />
        <div className="mt-3 flex flex-wrap gap-2">
          {account ? (
            <AppLink
              href={`/admin/users/${account.uuid}`}
              className="inline-flex h-8 items-center text-primary touch:hit"
            >
              {t('feedback.account')}
            </AppLink>
          ) : null}
          <Button
            aria-label={t(isDone ? 'feedback.reopenLabel' : 'feedback.closeLabel', { name: sender })}
            pending={update.isPending}
            onClick={() => {
              const input = { params: { uuid }, body: { state: isDone ? 'open' : 'done' } } as const;
              const done = t(isDone ? 'feedback.reopened' : 'feedback.closed');
              update.mutate(input, { onSuccess: () => notify({ message: done }) });
            }}
          >
            <Icon name={isDone ? 'i-inbox' : 'i-check'} />
            {t(isDone ? 'feedback.reopen' : 'feedback.close')}
          </Button>
          <Button
            aria-label={t('feedback.deleteLabel', { name: sender })}
            aria-haspopup="dialog"
            onClick={onDelete}
          >
            <Icon name="i-trash" />
            {t('feedback.delete')}
          </Button>
        </div>
      </div>
      {hasScreenshot ? <Screenshot uuid={uuid} sender={sender} /> : null}
    </li>
  );
}

/** The page of the report, and the browser's self-description. */
function Facts({ report: { email, account, url, source, userAgent, eventId, tags } }: { report: Feedback }) {
  const t = useTranslations('Admin.feedback');
  const facts = [
    [t('email'), email || (account?.email ?? '')],
    [t('page'), url],
    [t('source'), source],
    [t('browser'), userAgent],
    [t('event'), eventId ?? ''],
    ...Object.entries(tags),
  ].filter(([, value]) => value !== '');
  return (
    <details className="mt-2">
      <summary className="w-fit rounded-sm text-second text-muted-foreground touch:py-3">
        {t('details')}
      </summary>
      <dl className="mt-2 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-second">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** A picture in a box of fixed size that opens in full in a new tab. Both requests send the session cookie. */
function Screenshot({ uuid, sender }: { uuid: string; sender: string }) {
  const t = useTranslations('Admin.feedback');
  const address = routes['admin.screenshot'].path.replace('{uuid}', uuid);
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="block h-33 w-52 shrink-0 overflow-hidden rounded-md border bg-muted"
    >
      <img
        src={address}
        alt={t('screenshot', { name: sender })}
        loading="lazy"
        decoding="async"
        className="size-full object-cover object-top-left"
      />
    </a>
  );
}
