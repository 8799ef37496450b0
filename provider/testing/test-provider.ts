import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, vi } from 'vitest';
import { isBytes } from '@/lib/contract/endpoint';
import { contract, type Input, type OperationId, type Output } from '@/lib/contract/index';
import type { ProblemBody } from '@/lib/contract/problem';
import type { Database, DatabaseOptions } from '@/provider/db/client';
import type { OutgoingMail, ProviderConfig, ProviderDeps } from '@/provider/deps';
import { createPayments, createProvider, type Provider } from '@/provider/index';
import { createBlobStore } from '@/provider/integrations/blobs/create-blob-store';
import type { PaymentSettings } from '@/provider/integrations/stripe/create-payments';
import type { StopJob } from '@/provider/jobs/queues';
import { startJobs } from '@/provider/jobs/start-jobs';
import type { ClientInfo } from '@/provider/middleware/context';
import { imports } from '@/provider/modules/imports/jobs';
import { signUp, type SignUpOptions, type TestAccount } from '@/provider/testing/accounts';
import { createTestDatabase } from '@/provider/testing/database';
import { createTestWorkers, deliverMails } from '@/provider/testing/work-queue';
import { createTestLog, type LogLine } from '@/provider/testing/test-log';

export type { SignUpOptions, TestAccount };

/** Token and further headers of a call. */
export interface Caller {
  token?: string;
  spaceId?: string;
  headers?: Record<string, string>;
  peer?: ClientInfo;
}

/** Response of a call. Reading `body` of an error, or `problem` of a success, throws with the response. */
export interface Answer<Id extends OperationId> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Output<Id>;
  readonly problem: ProblemBody;
}

export interface TestProviderOptions {
  config?: Partial<ProviderConfig>;
  /** Replaces the outbound fetcher; by default every fetch fails. */
  fetchPage?: ProviderDeps['fetchPage'];
  /** Replaces the client of other products; by default no token is valid. */
  readProduct?: ProviderDeps['readProduct'];
  /** Replaces the store of files; by default a folder of the test file. */
  blobs?: ProviderDeps['blobs'];
  /** Replaces the mail server; by default mails are stored for `mailsTo`. */
  sendMail?: ProviderDeps['sendMail'];
  google?: ProviderDeps['google'];
  askModel?: ProviderDeps['askModel'];
  embeddingModel?: ProviderDeps['embeddingModel'];
  /** Payment settings; each provider of the run has its own client. */
  payments?: PaymentSettings;
  countryOf?: ProviderDeps['countryOf'];
  freeBytes?: ProviderDeps['freeBytes'];
  /** Whether to create a first account, which becomes administrator; by default true. */
  founder?: boolean;
}

export interface TestProvider {
  provider: Provider;
  deps: ProviderDeps;
  db: Database;
  databaseUrl: string;
  clock: TestClock;
  /** Log lines so far. */
  logged: LogLine[];
  /** Resolves when every accepted import is merged, has failed, or waits for a retry. */
  importsIdle: () => Promise<void>;
  /** Starts the jobs, as the worker does. */
  startJobs: () => StopJob;
  /** Sends queued mails, and returns all mails to an address so far, oldest first. */
  mailsTo: (address: string) => Promise<OutgoingMail[]>;
  call: <Id extends OperationId>(id: Id, input: Input<Id>, as?: Caller) => Promise<Answer<Id>>;
  /** Sends an arbitrary request; `path` begins with a slash. */
  request: (path: string, init?: RequestInit & { peer?: ClientInfo }) => Promise<Response>;
  signUp: (options?: SignUpOptions) => Promise<TestAccount>;
}

const origin = 'http://provider.test';

const testConfig: ProviderConfig = {
  appUrl: 'https://markwell.test',
  secret: 'a secret that only tests know, of 48 characters..',
  version: '0.0.0-test',
  auditDays: 365,
  pageTexts: true,
  copies: true,
  covers: true,
  // Prevents timeouts on a busy machine; article.test.ts tests the timeout.
  readerTimeoutMs: 60_000,
  billing: false,
  rateLimitScale: 1_000,
};

/**
 * Creates a provider with its own database for the calling test file. Tests of one file share it and are isolated by
 * account: each creates its accounts with `signUp`.
 */
export async function createTestProvider(options: TestProviderOptions = {}): Promise<TestProvider> {
  const { db, url } = await createTestDatabase({ storageQuotaBytes: options.config?.storageQuotaBytes });
  const clock = createTestClock();
  const { log, lines } = createTestLog();
  const blobFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-blobs-'));
  afterAll(() => fs.rmSync(blobFolder, { recursive: true, force: true }));
  const sent: OutgoingMail[] = [];
  const deps: ProviderDeps = {
    db,
    clock: clock.now,
    fetchPage: options.fetchPage ?? (() => Promise.resolve(null)),
    readProduct: options.readProduct ?? (() => Promise.resolve({ kind: 'refused' })),
    blobs: options.blobs ?? createBlobStore({ folder: blobFolder, s3: null }),
    sendMail: options.sendMail ?? (async (mail) => void sent.push(mail)),
    google: options.google ?? null,
    askModel: options.askModel ?? null,
    embeddingModel: options.embeddingModel ?? null,
    payments: options.payments ? createPayments(options.payments, log) : null,
    countryOf: options.countryOf ?? null,
    freeBytes: options.freeBytes ?? (() => Promise.resolve(null)),
    log,
    config: { ...testConfig, ...options.config },
  };
  const single = createProvider(deps);
  const importWorkers = createTestWorkers(deps, 'imports', imports);
  const database = { url, storageQuotaBytes: options.config?.storageQuotaBytes };
  const start = (): StopJob => startJobs(deps);
  const { provider, startJobs: startAll } = alternates
    ? await createRoundRobin(single, deps, { ...database, payments: options.payments })
    : { provider: single, startJobs: start };
  const request: TestProvider['request'] = async (path, { peer, ...init } = {}) => {
    const response = await provider.fetch(new Request(origin + path, init), peer);
    // An import was accepted.
    if (response.status === 202) importWorkers.wake();
    return response;
  };
  const testProvider: TestProvider = {
    provider,
    deps,
    db,
    databaseUrl: url,
    clock,
    logged: lines,
    request,
    importsIdle: importWorkers.idle,
    startJobs: startAll,
    mailsTo: async (address) => {
      await deliverMails(deps);
      return sent.filter(({ to }) => to.address === address);
    },
    call: async (id, input, as = {}) => {
      const { path, init } = buildRequest(id, input, as);
      return readAnswer(id, await request(path, { ...init, ...(as.peer && { peer: as.peer }) }));
    },
    signUp: (signUpOptions) => signUp(deps, signUpOptions),
  };
  if (options.founder !== false) await testProvider.signUp();
  return testProvider;
}

interface AnyInput {
  params?: Record<string, string> | undefined;
  query?: Record<string, string | number | boolean | undefined> | undefined;
  body?: unknown;
}

function buildRequest(id: OperationId, input: AnyInput, as: Caller): { path: string; init: RequestInit } {
  const endpoint = contract[id];
  const headers = new Headers(as.headers);
  if (as.token !== undefined) headers.set('authorization', `Bearer ${as.token}`);
  if (as.spaceId !== undefined) headers.set('space-id', as.spaceId);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const init: RequestInit & { duplex?: 'half' } = { method: endpoint.method, headers };
  if (input.body !== undefined) {
    const sendsBytes = 'body' in endpoint && isBytes(endpoint.body);
    init.body = sendsBytes ? (input.body as BodyInit) : JSON.stringify(input.body);
    init.duplex = 'half';
    if (!sendsBytes && !headers.has('content-type')) headers.set('content-type', 'application/json');
  }
  const search = query.toString();
  return { path: search === '' ? path : `${path}?${search}`, init };
}

async function readAnswer<Id extends OperationId>(id: Id, response: Response): Promise<Answer<Id>> {
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  const declared = (contract[id].responses as Record<number, Parameters<typeof isBytes>[0]>)[status];
  const body: unknown = isBytes(declared) ? response : isJson ? await response.json() : {};
  return {
    status,
    headers,
    get body() {
      if (status >= 400) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`);
      return body as Output<Id>;
    },
    get problem() {
      if (status < 400) throw new Error(`${id} answered ${status}, which is no refusal`);
      return body as ProblemBody;
    },
  };
}

/**
 * Whether requests of this run alternate between two providers (`npm run test:processes`). Tests of limits, caches or
 * counters of a single process are skipped then.
 */
export const alternates = process.env['TEST_PROVIDERS'] === '2';

interface RoundRobin {
  provider: Provider;
  /** Starts the jobs of both. */
  startJobs: () => StopJob;
}

/**
 * Creates a provider that distributes requests to two others. The second one has separate module
 * instances, so that they share only the database, like two processes.
 */
export async function createRoundRobin(
  first: Provider,
  deps: ProviderDeps,
  { payments, ...database }: DatabaseOptions & { payments: PaymentSettings | undefined },
): Promise<RoundRobin> {
  vi.resetModules();
  const { createPayments, createProvider, openDatabase } = await import('@/provider/index');
  const { startJobs: startSecond } = await import('@/provider/jobs/start-jobs');
  const db = openDatabase(database);
  const second = { ...deps, db, payments: payments ? createPayments(payments, deps.log) : null };
  const providers = [first, createProvider(second)];
  afterAll(() => db.$client.end());
  let requests = 0;
  const provider: Provider = {
    fetch: (request, peer) => {
      requests += 1;
      return (providers[requests % providers.length] ?? first).fetch(request, peer);
    },
  };
  return {
    provider,
    startJobs: () => {
      const running = [startJobs(deps), startSecond(second)];
      return async () => {
        await Promise.all(running.map((stop) => stop()));
      };
    },
  };
}

/** A clock that runs in real time until it is changed. */
export interface TestClock {
  now: () => Date;
  /** Moves forward by this many milliseconds, or back by a negative number. */
  advance(ms: number): void;
  /** Stops at this time; `advance` still changes it. */
  freeze(at: Date): void;
}

export function createTestClock(): TestClock {
  let offsetMs = 0;
  let frozenMs: number | null = null;
  return {
    now: () => new Date((frozenMs ?? Date.now()) + offsetMs),
    advance: (ms) => {
      offsetMs += ms;
    },
    freeze: (at) => {
      frozenMs = at.getTime();
      offsetMs = 0;
    },
  };
}
