'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { AppLink } from '@/components/common/app-link';
import { ErrorState } from '@/components/common/error-state';
import { FormAlert } from '@/components/common/form-alert';
import { useNavigation } from '@/components/common/pending-navigation';
import { BillingHistory } from '@/components/features/billing/billing-history';
import { Offer, PlanCards } from '@/components/features/billing/plan-cards';
import { hasSubscription, SubscriptionPanel } from '@/components/features/billing/subscription-panel';
import { usePaymentPage } from '@/components/features/billing/use-payment-page';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Spinner } from '@/components/ui/spinner';
import { accountQueries } from '@/lib/api/account';
import { billingMutations, billingQueries } from '@/lib/api/billing';
import { refresh } from '@/lib/api/invalidation';
import type { Account } from '@/lib/contract/account';
import type { Billing, CheckoutState } from '@/lib/contract/billing';
import { cn } from '@/lib/utils/cn';

/** The checkout that the browser returns from, read from the query. */
interface ReturnedCheckout {
  readonly uuid: string;
  /** Whether it was closed without paying. */
  readonly wasClosed: boolean;
}

/** Shown state of a payment, or that the state could not be read. */
export type PaymentView = CheckoutState | 'error';

/** Polling interval while the state changes within seconds, and how long. */
const pollMs = 2_000;
const timeoutMs = 60_000;
/** Polling interval of a delayed payment, which may take days. */
const delayedPollMs = 15_000;

/** Returns the provider's state as it is shown. A payment that is not settled in time counts as delayed. */
export function paymentView(
  state: CheckoutState | undefined,
  { hasFailed, isOverdue }: { hasFailed: boolean; isOverdue: boolean },
): PaymentView {
  if (state === undefined) return hasFailed ? 'error' : 'verifying';
  return isUnsettled(state) && isOverdue ? 'delayed' : state;
}

/** Returns how long to wait before the state is read again, in milliseconds; false once it is settled. */
export function pollInterval(state: CheckoutState | undefined, isOverdue: boolean): number | false {
  if (state === 'delayed' || (isUnsettled(state) && isOverdue)) return delayedPollMs;
  return isUnsettled(state) ? pollMs : false;
}

const isUnsettled = (state: CheckoutState | undefined): boolean =>
  state === 'processing' || state === 'verifying';

/**
 * Polls a checkout until it is settled. The URL is never trusted: a checkout that was closed is first ended at
 * the service, and in every case the service determines the state.
 */
function useCheckout({ uuid, wasClosed }: ReturnedCheckout) {
  const client = useQueryClient();
  const { mutate: end, ...ending } = useMutation(billingMutations.cancelCheckout());
  useEffect(() => {
    if (wasClosed) end({ params: { uuid } });
  }, [wasClosed, uuid, end]);

  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    if (isOverdue) return;
    const timer = setTimeout(() => setOverdue(true), timeoutMs);
    return () => clearTimeout(timer);
  }, [isOverdue]);

  const { data, isError, refetch } = useQuery({
    ...billingQueries.checkout(uuid),
    enabled: !wasClosed || ending.isSuccess,
    refetchInterval: ({ state }) => pollInterval(state.data?.state, isOverdue),
  });
  const checkout = data ?? ending.data;
  const state = checkout?.state;
  const isSettled = state !== undefined && !isUnsettled(state);
  useEffect(() => {
    if (isSettled) void client.invalidateQueries({ queryKey: billingQueries.current().queryKey });
  }, [client, isSettled, state]);

  return {
    view: paymentView(state, { hasFailed: isError || ending.isError, isOverdue }),
    cycle: checkout?.cycle,
    checkAgain: () => {
      setOverdue(false);
      if (wasClosed && !ending.isSuccess) end({ params: { uuid } });
      else void refetch();
    },
  };
}

const styles = {
  processing: { icon: null, className: '' },
  verifying: { icon: null, className: '' },
  complete: { icon: 'i-circle-check', className: 'border-success/30 text-success' },
  canceled: { icon: 'i-info', className: 'text-muted-foreground' },
  delayed: { icon: 'i-clock', className: 'border-warning/30 text-warning' },
  failed: { icon: 'i-circle-alert', className: 'border-destructive/40 text-destructive' },
  error: { icon: 'i-circle-alert', className: 'border-destructive/40 text-destructive' },
} as const satisfies Record<PaymentView, { icon: `i-${string}` | null; className: string }>;

/** Shown after the return from a checkout: the outcome of the payment, and what to do. */
function PaymentPanel({ checkout, onClose }: { checkout: ReturnedCheckout; onClose: () => void }) {
  const t = useTranslations('Billing.payment');
  const navigation = useNavigation();
  const { view, cycle, checkAgain } = useCheckout(checkout);
  const page = usePaymentPage();
  const { icon, className } = styles[view];
  const close = () => {
    onClose();
    navigation.replace('/settings/subscription', { scroll: false });
  };
  return (
    <section
      aria-label={t('label')}
      className={cn('mb-6 flex gap-3 rounded-lg border bg-card p-4', className)}
    >
      <span className="grid h-6 place-items-center">
        {icon === null ? <Spinner className="text-primary" /> : <Icon name={icon} />}
      </span>
      <div className="min-w-0 flex-1 text-foreground">
        <div role="status">
          <h2 className="font-serif text-panel leading-6 font-semibold">{t(`title.${view}`)}</h2>
          <p className="mt-1 text-pretty text-muted-foreground">{t(view)}</p>
        </div>
        <div className="flex flex-wrap gap-2 not-empty:mt-3">
          {view === 'failed' && cycle !== undefined ? (
            <Button variant="primary" pending={page.isPending} onClick={() => page.checkOut(cycle)}>
              {t('payAgain')}
            </Button>
          ) : null}
          {view === 'delayed' || view === 'error' ? (
            <Button onClick={checkAgain}>{t('checkAgain')}</Button>
          ) : null}
          {view === 'processing' || view === 'verifying' ? null : (
            <Button variant={view === 'complete' ? 'primary' : 'outline'} onClick={close}>
              {t(view === 'complete' ? 'continue' : 'close')}
            </Button>
          )}
        </div>
        <div className="not-empty:mt-3">
          <FormAlert text={page.refusal} />
        </div>
      </div>
    </section>
  );
}

interface SubscriptionScreenProps {
  /** Whether the user came to buy Pro. */
  wantsPro: boolean;
  /** The checkout that the user returns from. */
  checkout: ReturnedCheckout | null;
}

/** The plan of the account, how to change it, and the payments. */
export function SubscriptionScreen({ wantsPro, checkout }: SubscriptionScreenProps) {
  const account = useQuery(accountQueries.current());
  const billing = useQuery(billingQueries.current());
  useFollowPlan(account.data, billing.data);
  const screen = useRef<HTMLDivElement>(null);
  return (
    <div ref={screen} tabIndex={-1} className="max-w-160 outline-none">
      {checkout === null ? null : (
        <PaymentPanel
          key={checkout.uuid}
          checkout={checkout}
          // The pressed button disappears with the panel.
          onClose={() => screen.current?.focus()}
        />
      )}
      {account.data && billing.data ? (
        <Subscription
          account={account.data}
          billing={billing.data}
          wantsPro={wantsPro}
          onRetry={() => void billing.refetch()}
        />
      ) : account.isError || billing.isError ? (
        <LoadFailure
          onRetry={() => {
            if (account.isError) void account.refetch();
            if (billing.isError) void billing.refetch();
          }}
        />
      ) : (
        <SubscriptionSkeleton isPro={account.data?.plan === 'pro'} />
      )}
    </div>
  );
}

/** When the plan has changed at the service, all data that depends on it is fetched again. */
function useFollowPlan(account: Account | undefined, billing: Billing | undefined): void {
  const client = useQueryClient();
  const isOutdated = account !== undefined && billing !== undefined && account.plan !== billing.plan;
  useEffect(() => {
    if (isOutdated) refresh(client, ['account', 'collections', 'search']);
  }, [client, isOutdated]);
}

interface SubscriptionProps {
  account: Account;
  billing: Billing;
  wantsPro: boolean;
  onRetry: () => void;
}

function Subscription({ account, billing, wantsPro, onRetry }: SubscriptionProps) {
  const t = useTranslations('Billing');
  const { enabled, plan, prices, history } = billing;
  const isSubscribed = hasSubscription(billing);
  const note = noteOf(billing, { wantsPro, isAdmin: account.isAdmin });
  return (
    <div className="flex flex-col gap-6">
      {note === null ? null : (
        <p role="note" className="rounded-md bg-muted px-3.5 py-3 text-pretty">
          {t.rich(note, {
            setting: (chunks) => <code>{chunks}</code>,
            users: (chunks) => (
              <AppLink href="/admin/users" className="font-medium text-primary underline">
                {chunks}
              </AppLink>
            ),
          })}
        </p>
      )}
      {enabled && isSubscribed ? <SubscriptionPanel billing={billing} /> : null}
      <PlanCards
        current={plan}
        offer={
          enabled && plan === 'free' && !isSubscribed && note === null ? (
            <Offer prices={prices} emailVerified={account.emailVerified} onRetry={onRetry} />
          ) : null
        }
      />
      {enabled || history.length > 0 ? <BillingHistory payments={history} /> : null}
    </div>
  );
}

/** Returns why nothing can be bought, unless the reason is a subscription. */
function noteOf(billing: Billing, { wantsPro, isAdmin }: { wantsPro: boolean; isAdmin: boolean }) {
  const { enabled, plan, status } = billing;
  if (!enabled && isAdmin && plan === 'free') return 'billingOffAdmin';
  if (!enabled) return wantsPro && plan === 'free' ? 'billingOffWanted' : 'billingOff';
  if (plan === 'pro') return hasSubscription(billing) ? null : 'granted';
  return status === 'incomplete' ? 'incomplete' : null;
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('Billing');
  return (
    <ErrorState
      title={t('loadFailed')}
      text={t('loadFailedText')}
      action={<Button onClick={onRetry}>{t('retry')}</Button>}
    />
  );
}

function SubscriptionSkeleton({ isPro }: { isPro: boolean }) {
  const t = useTranslations('Billing');
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-6">
      {isPro ? <Skeleton className="h-36 rounded-lg" /> : null}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Skeleton className="h-39 rounded-lg" />
        <Skeleton className={isPro ? 'h-64 rounded-lg' : 'h-140 rounded-lg'} />
      </div>
    </div>
  );
}
