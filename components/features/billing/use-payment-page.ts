'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { ApiProblem } from '@/lib/api/problem';
import type { BillingCycle } from '@/lib/contract/billing';
import { billingMutations } from '@/lib/api/billing';
import { refresh } from '@/lib/api/invalidation';

/** Returns the URL to redirect to. Only a web address is accepted: `javascript:` would run in this page. */
export function paymentAddress(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`Unexpected address: ${protocol}`);
  return href;
}

interface PaymentPage {
  /** Redirects to the checkout of a billing cycle. */
  checkOut: (cycle: BillingCycle) => void;
  /** Redirects to the customer portal. */
  openPortal: () => void;
  isPending: boolean;
  /** Why the page could not be opened. */
  refusal: string | null;
}

/** Redirects to pages of the payment service. */
export function usePaymentPage(): PaymentPage {
  const t = useTranslations('Billing');
  const client = useQueryClient();
  const start = useMutation(billingMutations.startCheckout());
  const open = useMutation(billingMutations.openPortal());
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  useEffect(() => {
    // The browser may restore the page in the state in which it was left.
    const restore = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setPending(false);
      refresh(client, ['account', 'billing']);
    };
    window.addEventListener('pageshow', restore);
    return () => window.removeEventListener('pageshow', restore);
  }, [client]);

  const leave = async (request: Promise<{ url: string }>) => {
    setPending(true);
    setRefusal(null);
    try {
      window.location.assign(paymentAddress((await request).url));
    } catch (error) {
      const message = error instanceof ApiProblem ? error.message : '';
      setRefusal(message || t('leaveFailed'));
      setPending(false);
      // A conflict means that the subscription differs from what this page shows.
      if (error instanceof ApiProblem && error.status === 409) refresh(client, ['account', 'billing']);
    }
  };
  return {
    checkOut: (cycle) => void leave(start.mutateAsync({ body: { cycle } })),
    openPortal: () => void leave(open.mutateAsync({})),
    isPending,
    refusal,
  };
}
