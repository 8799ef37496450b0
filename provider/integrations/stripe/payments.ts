import type { Language } from '@/lib/contract/account';
import type {
  BillingCycle,
  CheckoutState,
  Currency,
  PaymentStatus,
  Prices,
  SubscriptionStatus,
} from '@/lib/contract/billing';

/** State of a customer that concerns an account, at the time of the read. */
export interface CustomerState {
  subscription: SubscriptionState | null;
  /** Number of the account's subscriptions that grant Pro; more than one is an error. */
  entitledCount: number;
  /** Currency of the customer's payments; null before the first one. */
  currency: Currency | null;
  payments: PaymentState[];
  /** State of the requested checkout session; null without one. */
  checkout: CheckoutState | null;
}

export interface SubscriptionState {
  id: string;
  status: Exclude<SubscriptionStatus, 'none'>;
  cycle: BillingCycle;
  /** Whether it currently grants Pro. */
  isEntitled: boolean;
  periodEnd: Date | null;
  /** End of the subscription, if its cancellation is scheduled. */
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
  /** Null for an event that does not concern a customer. */
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
  /** A previous customer that no longer exists. */
  replaces: string | null;
}

interface CustomerReading {
  accountId: string;
  customerId: string;
  /** Session of a checkout to read as well. */
  sessionId: string | null;
}

/** The payment service. Calls reject with PAYMENTS_UNAVAILABLE unless documented otherwise. */
export interface Payments {
  /** Returns null if the prices in this currency are unknown. */
  readPrices(currency: Currency): Promise<Prices | null>;
  /** Repeating the same request does not create a second customer. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /** Returns null if the customer no longer exists. */
  startCheckout(checkout: NewCheckout): Promise<{ sessionId: string; url: string } | null>;
  /** Returns false if the session is already completed, which is final. */
  expireCheckout(sessionId: string): Promise<boolean>;
  openPortal(customerId: string, locale: Language): Promise<string>;
  readCustomer(reading: CustomerReading): Promise<CustomerState>;
  pause(subscriptionId: string): Promise<void>;
  /** Reverts a pause and a cancellation. An unpaid period starts again, with a payment. */
  resume(subscriptionId: string): Promise<void>;
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Cancels the customer's subscriptions immediately, and deletes the stored personal data. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Returns null for a signature that is invalid at this time. Never rejects. */
  readEvent(body: Uint8Array, signature: string, now: Date): Promise<PaymentEvent | null>;
}
