'use client';

import { useMutation } from '@tanstack/react-query';
import { useLocale, useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { createRowDates } from '@/components/common/row-dates';
import { usePaymentPage } from '@/components/features/billing/use-payment-page';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Billing, Downgrade } from '@/lib/contract/billing';
import { billingMutations } from '@/lib/api/billing';

const useDay = () =>
  createRowDates({ locale: useLocale(), timeZone: useTimeZone() ?? 'UTC', now: new Date() }).day;

/** Whether there is a subscription to change. */
export const hasSubscription = ({ status }: Billing): boolean =>
  status !== 'none' && status !== 'canceled' && status !== 'incomplete';

/** The most important fact about a subscription. */
export type SubscriptionState =
  'active' | 'ending' | 'stopping' | 'pausing' | 'paused' | 'past_due' | 'unpaid';

export function stateOf({ status, paused, cancelAtPeriodEnd, plan }: Billing): SubscriptionState {
  if (cancelAtPeriodEnd) return plan === 'pro' ? 'ending' : 'stopping';
  if (status === 'unpaid') return 'unpaid';
  if (paused || status === 'paused') return plan === 'pro' ? 'pausing' : 'paused';
  return status === 'past_due' ? 'past_due' : 'active';
}

const tones = {
  active: 'success',
  ending: 'warning',
  stopping: 'neutral',
  pausing: 'warning',
  paused: 'neutral',
  past_due: 'danger',
  unpaid: 'danger',
} as const satisfies Record<SubscriptionState, string>;

/** The subscription of the account, and the available actions. */
export function SubscriptionPanel({ billing }: { billing: Billing }) {
  const t = useTranslations('Billing.subscription');
  const day = useDay();
  const state = stateOf(billing);
  const { cycle, nextBillingDate, endsAt } = billing;
  const date = endsAt ?? nextBillingDate;
  return (
    <section aria-labelledby="subscription" className="rounded-lg border bg-card p-4">
      <h2
        id="subscription"
        className="flex flex-wrap items-center gap-x-2 gap-y-1 font-serif text-panel font-semibold"
      >
        {cycle === null ? t('title') : t(`title_${cycle}`)}
        <Badge tone={tones[state]} className="font-sans tracking-normal">
          {t(`badge.${state}`)}
        </Badge>
      </h2>
      <p className="mt-1 text-pretty text-muted-foreground">
        {t(`text.${state}`, {
          hasDate: date === null ? 'no' : 'yes',
          date: date === null ? '' : day(date),
        })}
      </p>
      <Actions billing={billing} state={state} />
    </section>
  );
}

type Change = 'pause' | 'cancel';

function Actions({ billing, state }: { billing: Billing; state: SubscriptionState }) {
  const t = useTranslations('Billing.subscription');
  const page = usePaymentPage();
  const [pendingChange, setPendingChange] = useState<Change>('cancel');
  const [isOpen, setOpen] = useState(false);
  const resume = useMutation({ ...billingMutations.resume(), meta: { failure: t('resumeFailed') } });
  const canResume = billing.paused || billing.cancelAtPeriodEnd;
  const isDue = state === 'past_due' || state === 'unpaid';
  const ask = (change: Change) => {
    setPendingChange(change);
    setOpen(true);
  };
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2">
        {canResume ? (
          <Button
            variant="primary"
            pending={resume.isPending}
            onClick={() => resume.mutate({}, { onSuccess: () => notify({ message: t('resumed') }) })}
          >
            {t('resume')}
          </Button>
        ) : null}
        {billing.portal ? (
          <Button variant={isDue ? 'primary' : 'outline'} pending={page.isPending} onClick={page.openPortal}>
            {t('portal')}
          </Button>
        ) : null}
        {state === 'active' ? (
          <Button aria-haspopup="dialog" onClick={() => ask('pause')}>
            {t('pause')}
          </Button>
        ) : null}
        {billing.cancelAtPeriodEnd ? null : (
          <Button variant="destructive" aria-haspopup="dialog" onClick={() => ask('cancel')}>
            {t('cancel')}
          </Button>
        )}
      </div>
      <div className="not-empty:mt-3">
        <FormAlert text={page.refusal} />
      </div>
      <ConfirmChange change={pendingChange} billing={billing} isOpen={isOpen} onOpenChange={setOpen} />
    </>
  );
}

interface ConfirmChangeProps {
  change: Change;
  billing: Billing;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Explains before a pause or a cancellation what will stop, and when. */
function ConfirmChange({ change, billing, isOpen, onOpenChange }: ConfirmChangeProps) {
  const t = useTranslations(`Billing.${change}`);
  const common = useTranslations('Billing');
  const day = useDay();
  const meta = { failure: t('failed') };
  const pause = useMutation({ ...billingMutations.pause(), meta });
  const cancel = useMutation({ ...billingMutations.cancel(), meta });
  const date = billing.endsAt ?? billing.nextBillingDate;
  // Only a subscription that gives Pro can be paused.
  const hasPro = billing.plan === 'pro';
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t('title')}
      description={
        hasPro
          ? t('text', { hasDate: date === null ? 'no' : 'yes', date: date === null ? '' : day(date) })
          : common('cancel.textWithoutPro')
      }
      confirmLabel={t('confirm')}
      cancelLabel={common('keep')}
      closeLabel={common('closeDialog')}
      destructive={change === 'cancel'}
      onConfirm={async () => {
        await (change === 'pause' ? pause : cancel).mutateAsync({});
        notify({ message: t('done') });
      }}
    >
      {hasPro ? <StopList stops={billing.downgrade.stops} /> : null}
    </ConfirmDialog>
  );
}

/** Lists what stops with Pro, and states that nothing is lost. */
export function StopList({ stops }: { stops: Downgrade['stops'] }) {
  const t = useTranslations('Billing.stops');
  return (
    <>
      <p className="font-medium">{t('title')}</p>
      <ul className="mt-2 flex flex-col gap-1.5">
        {stops.map(({ feature, count, limit }) => (
          <li key={feature} className="flex items-start gap-2 text-pretty">
            <Icon name="i-minus" className="mt-0.5 shrink-0 text-muted-foreground" />
            {t(feature, { count: count ?? 0, limit: limit ?? 0 })}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-pretty text-muted-foreground">{t('stays')}</p>
    </>
  );
}
