'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useId, useState, type ReactNode } from 'react';
import { ChoiceCard } from '@/components/common/choice-card';
import { FormAlert } from '@/components/common/form-alert';
import { usePaymentPage } from '@/components/features/billing/use-payment-page';
import { Badge } from '@/components/ui/badge';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Plan } from '@/lib/contract/account';
import type { BillingCycle, Prices } from '@/lib/contract/billing';
import { features, planFeatures } from '@/lib/domain/plans';

interface PlanCardsProps {
  current: Plan;
  /** How Pro is bought, if it can be. */
  offer?: ReactNode;
}

/** Both plans with their features, from the table that the service enforces. */
export function PlanCards({ current, offer }: PlanCardsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <PlanCard plan="free" isCurrent={current === 'free'} />
      <PlanCard plan="pro" isCurrent={current === 'pro'}>
        {offer}
      </PlanCard>
    </div>
  );
}

function PlanCard({ plan, isCurrent, children }: { plan: Plan; isCurrent: boolean; children?: ReactNode }) {
  const t = useTranslations('Billing');
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-lg border bg-card p-4">
      <h2 id={id} className="flex items-center gap-2 font-serif text-panel font-semibold">
        {t(plan)}
        {isCurrent ? (
          <Badge tone="outline" className="font-sans font-normal tracking-normal">
            {t('current')}
          </Badge>
        ) : null}
      </h2>
      <ul className="mt-3 flex flex-col gap-2">
        {useFeatureTexts(plan).map((text) => (
          <li key={text} className="flex items-start gap-2 text-pretty">
            <Icon name="i-check" className="mt-0.5 shrink-0 text-muted-foreground" />
            {text}
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

/** Returns the features of a plan as text. Pro has all features of Free. */
function useFeatureTexts(plan: Plan): string[] {
  const t = useTranslations('Billing.feature');
  const own = features.flatMap((feature) => {
    const value = planFeatures[plan][feature];
    if (typeof value === 'number') return t('spaces', { count: value });
    if (value === null) return t('spacesUnlimited');
    return value && feature !== 'spaces' ? t(feature) : [];
  });
  return plan === 'free' ? [...own, t('essentials'), t('search')] : [t('everythingInFree'), ...own];
}

interface OfferProps {
  prices: Prices | null;
  emailVerified: boolean;
  /** Fetches the prices again. */
  onRetry: () => void;
}

/** The choice of a billing cycle with its price, and the button to the checkout. */
export function Offer({ prices, emailVerified, onRetry }: OfferProps) {
  const t = useTranslations('Billing.offer');
  const [cycle, setCycle] = useState<BillingCycle>('monthly');
  const { checkOut, isPending, refusal } = usePaymentPage();
  return (
    <div className="mt-4 flex flex-col gap-3 border-t pt-4">
      {prices === null ? (
        <p role="alert" className="text-pretty text-muted-foreground">
          {t('noPrices')}{' '}
          <Button variant="link" size="inline" onClick={onRetry}>
            {t('retry')}
          </Button>
        </p>
      ) : (
        <Cycles prices={prices} value={cycle} onChange={setCycle} />
      )}
      <FormAlert text={refusal} />
      {emailVerified ? (
        <Button
          variant="primary"
          size="lg"
          className="touch:h-11"
          pending={isPending}
          disabled={prices === null}
          onClick={() => checkOut(cycle)}
        >
          {t('checkout')}
        </Button>
      ) : (
        <>
          <p className="text-pretty text-muted-foreground">{t('unverified')}</p>
          <a
            href="/auth/verify-email?plan=pro"
            className={buttonVariants({ variant: 'primary', size: 'lg', className: 'touch:h-11' })}
          >
            {t('verify')}
          </a>
        </>
      )}
      <p className="text-second text-pretty text-muted-foreground">{t('note')}</p>
    </div>
  );
}

interface CyclesProps {
  prices: Prices;
  value: BillingCycle;
  onChange: (cycle: BillingCycle) => void;
}

function Cycles({ prices, value, onChange }: CyclesProps) {
  const t = useTranslations('Billing.offer');
  const { number } = useFormatter();
  const money = (cents: number) => number(cents / 100, { style: 'currency', currency: prices.currency });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">{t('cycle')}</legend>
      {(['monthly', 'yearly'] as const).map((cycle) => (
        <ChoiceCard
          key={cycle}
          name="cycle"
          value={cycle}
          checked={cycle === value}
          onChange={() => onChange(cycle)}
          title={
            <span className="flex flex-1 flex-wrap items-center gap-x-2 gap-y-1">
              {t(cycle)}
              {cycle === 'yearly' && prices.savedPercent > 0 ? (
                <Badge tone="accent">{t('saved', { percent: prices.savedPercent })}</Badge>
              ) : null}
            </span>
          }
          text={t(`${cycle}Price`, {
            price: money(prices[cycle]),
            perMonth: money(prices.yearly / 12),
          })}
        />
      ))}
    </fieldset>
  );
}
