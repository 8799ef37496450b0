'use client';

import { useTranslations } from 'next-intl';
import { WithAccount } from '@/components/features/settings/with-account';
import { Badge } from '@/components/ui/badge';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import type { Plan } from '@/lib/contract/schemas/account';

const features = {
  free: ['spaces', 'essentials', 'search'],
  pro: ['unlimited', 'smart', 'ask', 'suggestions', 'support'],
} as const;

/** The plan in force and what it holds. Where payments are off, the administrator sets plans, and the page says so. */
export function SubscriptionScreen({ wantsPro }: { wantsPro: boolean }) {
  return (
    <WithAccount skeleton={<Skeleton className="h-60 max-w-160" />}>
      {({ plan }) => <Plans current={plan} wantsPro={wantsPro} />}
    </WithAccount>
  );
}

function Plans({ current, wantsPro }: { current: Plan; wantsPro: boolean }) {
  const t = useTranslations('Settings.subscription');
  return (
    <div className="max-w-160">
      <p role="note" className="rounded-md bg-muted px-3.5 py-3 text-pretty">
        {t(wantsPro && current === 'free' ? 'billingOffWanted' : 'billingOff')}
      </p>
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        {(['free', 'pro'] as const).map((plan) => (
          <section key={plan} aria-labelledby={`plan-${plan}`} className="rounded-lg border bg-card p-4">
            <h2 id={`plan-${plan}`} className="flex items-center gap-2 font-serif text-panel font-semibold">
              {t(plan)}
              {plan === current ? (
                <Badge tone="outline" className="font-sans font-normal tracking-normal">
                  {t('current')}
                </Badge>
              ) : null}
            </h2>
            <ul className="mt-3 flex flex-col gap-2">
              {features[plan].map((feature) => (
                <li key={feature} className="flex items-start gap-2 text-pretty">
                  <Icon name="i-check" className="mt-0.5 shrink-0 text-muted-foreground" />
                  {t(`feature.${feature}`)}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
