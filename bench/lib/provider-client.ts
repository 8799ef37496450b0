import type { ProviderDeps } from '@/provider/deps';
import { createProvider, type Provider } from '@/provider/index';
import type { Database } from '@/provider/db/client';
import { askedAt, askedIn } from '@/evaluation/ask/question';
import type { TestAccount } from '@/provider/testing/accounts';
import { inertDeps } from '@/provider/seed/inert-deps';

/** Creates a provider on the database, with the clock fixed at the reference time of the evaluation. */
export function startProvider(db: Database): { provider: Provider; deps: ProviderDeps } {
  const deps: ProviderDeps = {
    ...inertDeps,
    db,
    clock: () => askedAt,
    log: {
      ...inertDeps.log,
      error: (fields, message) => console.error(message, fields),
    },
    config: {
      appUrl: 'http://asking.bench',
      secret: 'a secret of the bench, of at least 32 bytes',
      version: '0.0.0',
      selfHostedPlan: 'pro',
      auditDays: 365,
      pageTexts: false,
      copies: false,
      covers: false,
      billing: false,
      rateLimitScale: 1_000_000,
    },
  };
  return { provider: createProvider(deps), deps };
}

/** An account and the provider that it calls. */
export interface Client {
  provider: Provider;
  person: TestAccount;
}

export async function call<T>(
  { provider, person }: Client,
  path: string,
  init: RequestInit = {},
): Promise<T> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${person.token}`);
  headers.set('content-type', 'application/json');
  headers.set('time-zone', askedIn);
  const response = await provider.fetch(new Request(`http://asking.bench/v1${path}`, { ...init, headers }));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
