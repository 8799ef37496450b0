'use client';

import { useFormatter, useLocale, useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { createRowDates } from '@/components/common/row-dates';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Payment, PaymentStatus } from '@/lib/contract/billing';

const tones = {
  completed: 'success',
  succeeded: 'success',
  refunded: 'neutral',
  failed: 'danger',
  pending: 'warning',
  canceled: 'neutral',
} as const satisfies Record<PaymentStatus, string>;

/** Number of payments shown before the others are requested: a year of months. */
const shownAtFirst = 12;

/** The payments of the account, newest first. */
export function BillingHistory({ payments }: { payments: readonly Payment[] }) {
  const t = useTranslations('Billing.history');
  const { number } = useFormatter();
  const dates = createRowDates({ locale: useLocale(), timeZone: useTimeZone() ?? 'UTC', now: new Date() });
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? payments : payments.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="billing-history">
      <h2 id="billing-history" className="font-serif text-panel font-semibold">
        {t('title')}
      </h2>
      {payments.length === 0 ? <p className="mt-1 text-muted-foreground">{t('empty')}</p> : null}
      {shown.length > 0 ? (
        <table aria-labelledby="billing-history" className="mt-3 w-full border-t text-left">
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('date')}</th>
              <th scope="col">{t('amount')}</th>
              <th scope="col">{t('status')}</th>
              <th scope="col">{t('invoice')}</th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {shown.map(({ uuid, date, amount, currency, status, invoiceUrl }) => (
              <tr key={uuid} className="h-12 border-b">
                <td className="pr-3">{dates.day(date)}</td>
                <td className="pr-3 text-right whitespace-nowrap">
                  {number(amount / 100, { style: 'currency', currency })}
                </td>
                <td className="pr-3">
                  <Badge tone={tones[status]}>{t(`label.${status}`)}</Badge>
                </td>
                <td className="text-right">
                  {invoiceUrl === null ? null : (
                    <a
                      href={invoiceUrl}
                      target="_blank"
                      rel="noopener noreferrer"
                      className="relative font-medium text-primary hover:text-primary-hover touch:hit"
                    >
                      {t('invoice')}
                      <span className="sr-only"> {t('invoiceOf', { date: dates.day(date) })}</span>
                    </a>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {payments.length > shown.length ? (
        <Button className="mt-3 touch:h-11" onClick={() => setWhole(true)}>
          {t('all', { count: payments.length })}
        </Button>
      ) : null}
    </section>
  );
}
