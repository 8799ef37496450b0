import type { Language } from '@/lib/contract/account';
import type {
  BillingCycle,
  CheckoutState,
  Currency,
  PaymentStatus,
  Prices,
  SubscriptionStatus,
} from '@/lib/contract/billing';

/** Everything of a customer that concerns an account, as it was when it was read. */
export interface CustomerState {
  subscription: SubscriptionState | null;
  /** Subscriptions of the account that give Pro; more than one is a mistake. */
  entitledCount: number;
  /** The currency that the customer pays in; null before the first payment. */
  currency: Currency | null;
  payments: PaymentState[];
  /** Of the checkout session that was asked for; null without one. */
  checkout: CheckoutState | null;
}

export interface SubscriptionState {
  id: string;
  status: Exclude<SubscriptionStatus, 'none'>;
  cycle: BillingCycle;
  /** Whether it gives Pro now. */
  isEntitled: boolean;
  periodEnd: Date | null;
  /** When it ends, where it was canceled for a time to come. */
  cancelsAt: Date | null;
}

export interface PaymentState {
  invoiceId: string;
  date: Date;
  amount: number;
  currency: Currency;
  status: PaymentStatus;
  invoiceUrl: string | null;
}

/** An event whose signature is valid. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** Null for an event that concerns no customer. */
  customerId: string | null;
}

export interface NewCheckout {
  accountId: string;
  checkoutId: string;
  customerId: string;
  cycle: BillingCycle;
  currency: Currency;
  locale: Language;
}

export interface NewCustomer {
  accountId: string;
  email: string;
  name: string;
  locale: Language;
  /** A customer that no longer exists. */
  replaces: string | null;
}

interface CustomerReading {
  accountId: string;
  customerId: string;
  /** Of a checkout whose state is wanted too. */
  sessionId: string | null;
}

/** The service that takes payments. Calls reject with PAYMENTS_UNAVAILABLE unless they say something else. */
export interface Payments {
  /** Null where the prices of that currency are not known. */
  readPrices(currency: Currency): Promise<Prices | null>;
  /** The same request again makes no second customer. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /** Null where the customer no longer exists. */
  startCheckout(checkout: NewCheckout): Promise<{ sessionId: string; url: string } | null>;
  /** False where it was finished before, and stays so. */
  expireCheckout(sessionId: string): Promise<boolean>;
  openPortal(customerId: string, locale: Language): Promise<string>;
  readCustomer(reading: CustomerReading): Promise<CustomerState>;
  pause(subscriptionId: string): Promise<void>;
  /** Reverts a pause and a cancellation. An unpaid period starts again, with a payment. */
  resume(subscriptionId: string): Promise<void>;
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Cancels what the customer has at once, and deletes what is stored of the person. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Null for a signature that is not valid at this time. Never rejects. */
  readEvent(body: Uint8Array, signature: string, now: Date): Promise<PaymentEvent | null>;
}
