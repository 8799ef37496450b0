import type { Endpoint } from '@/lib/contract/endpoint';
import type { OperationId } from '@/lib/contract/index';
import { serviceLimits } from '@/lib/contract/service-limits';
import { Busy, Limiter, type Release } from '@/lib/utils/limiter';
import type { Actor, RequestContext } from '@/provider/actor';
import type { ProviderConfig, ProviderDeps } from '@/provider/deps';
import {
  countHits,
  countShared,
  perAddress,
  rateLimited,
  type RateRule,
} from '@/provider/middleware/rate-limit';
import { Problem } from '@/provider/problem';

/** The sender of a body: an account, or the network of a guest. */
export interface Sender {
  readonly key: string;
  readonly isGuest: boolean;
}

/**
 * Limits the concurrent work of one process, and thereby its memory: calls of one account, long bodies, and long
 * responses until they are sent.
 */
export interface Admission {
  /** Waits for one of the account's slots. Throws RATE_LIMITED. */
  enter: (endpoint: Pick<Endpoint, 'id'>, actor: Actor) => Promise<Release>;
  /** Waits until a body of this size may be received in addition to the others. Throws SERVICE_UNAVAILABLE. */
  takeBody: (sender: Sender, bytes: number) => Promise<Release>;
  /** Waits until a received body may be parsed and stored in addition to the others. Throws SERVICE_UNAVAILABLE. */
  takeWork: (bytes: number) => Promise<Release>;
  /** Counts a response until it is sent. Throws SERVICE_UNAVAILABLE. */
  takeResponse: (bytes: number) => Release;
}

/**
 * Maximum concurrent calls of an account per process; further calls are queued. More concurrency would not speed up
 * CPU-bound calls, but would delay other accounts.
 */
const runningPerAccount = 3;
const waitingPerAccount = 64;
const waitMs = 10_000;

/** Operations that wait for other servers or for an upload and have separate limits. */
const exemptOperations = new Set([
  'bookmarks.metadata',
  'bookmarks.content',
  'bookmarks.sendContent',
  'bookmarks.uploadCover',
  'bookmarks.chooseCover',
  'collections.uploadCover',
  'bookmarks.pictures',
  'bookmarks.makeCopy',
  'bookmarks.uploadCopy',
  'copies.upload',
  'bookmarks.import',
  'preview.favicon',
]);

/**
 * Bodies up to this length are not counted: requests of the app are far shorter, except those of encrypted libraries.
 */
export const smallBytes = 64 * 1024;
const largeBodyBytes = 1024 * 1024;
/** Bodies being received, outside of the heap. */
const receivedBytes = 4 * serviceLimits.envelopesBytes;
/** The share of one account: the largest body, which is a picture. */
const accountShareBytes = serviceLimits.coverBytes;
/** Bodies of guests have separate capacity, so that they do not delay accounts. */
const guestBytes = 9 * 1024 * 1024;
/** The share of one network: a bug report with a screenshot. */
const guestShareBytes = 3 * 1024 * 1024;
/** Bodies being parsed and stored; they take about four times their length of the heap. */
const workedBytes = serviceLimits.envelopesBytes;
const responsesBytes = 64 * 1024 * 1024;
const retrySeconds = 5;

export function createAdmission({ rateLimitScale }: Pick<ProviderConfig, 'rateLimitScale'>): Admission {
  const scaled = (count: number): number => Math.max(1, Math.floor(count * rateLimitScale));
  const calls = new Limiter({
    perKey: scaled(runningPerAccount),
    waiting: scaled(waitingPerAccount),
    waitMs,
  });
  const perSender = { waiting: scaled(waitingPerAccount), waitMs };
  const accounts: Pool = {
    largeBodies: new Limiter({ ...perSender, perKey: 1 }),
    shares: new Limiter({ ...perSender, perKey: accountShareBytes }),
    total: new Limiter({ waitMs, total: receivedBytes }),
  };
  const guests: Pool = {
    largeBodies: new Limiter({ ...perSender, perKey: 1 }),
    shares: new Limiter({ ...perSender, perKey: guestShareBytes }),
    total: new Limiter({ waitMs, total: guestBytes }),
  };
  const worked = new Limiter({ waitMs, total: workedBytes });
  const responses = new Limiter({ total: responsesBytes });
  return {
    enter: async ({ id }, { accountId }) => {
      if (exemptOperations.has(id)) return () => undefined;
      return orThrow(calls.take(accountId), () => rateLimited(1_000));
    },
    takeBody: async ({ key, isGuest }, bytes) => {
      if (bytes <= smallBytes) return () => undefined;
      return orThrow(takeFrom(isGuest ? guests : accounts, key, bytes), unavailable);
    },
    takeWork: async (bytes) => {
      if (bytes <= smallBytes) return () => undefined;
      return orThrow(worked.take('', bytes), unavailable);
    },
    takeResponse: (bytes) => {
      // A longer one is sent alone.
      const release = responses.tryTake('', Math.min(bytes, responsesBytes));
      if (release === null) throw unavailable();
      return release;
    },
  };
}

/** Capacity for bodies that are being received. */
interface Pool {
  /** A sender has one large body at a time, so that it does not fill the shared queue. */
  readonly largeBodies: Limiter;
  /** Bytes of each sender. */
  readonly shares: Limiter;
  /** Bytes of all senders. */
  readonly total: Limiter;
}

async function takeFrom(
  { largeBodies, shares, total }: Pool,
  sender: string,
  bytes: number,
): Promise<Release> {
  const held: Release[] = [];
  const releaseAll: Release = () => held.splice(0).forEach((release) => release());
  try {
    if (bytes > largeBodyBytes) held.push(await largeBodies.take(sender));
    held.push(await shares.take(sender, bytes));
    held.push(await total.take('', bytes));
    return releaseAll;
  } catch (error) {
    releaseAll();
    throw error;
  }
}

const unavailable = (): Problem =>
  new Problem('SERVICE_UNAVAILABLE', { headers: { 'retry-after': String(retrySeconds) } });

async function orThrow(pending: Promise<Release>, problem: () => Problem): Promise<Release> {
  try {
    return await pending;
  } catch (error) {
    throw error instanceof Busy ? problem() : error;
  }
}

const encoder = new TextEncoder();
const chunkBytes = 64 * 1024;
/** Longer than the server waits for a client that does not read. */
const sentWithinMs = 150_000;

/**
 * Returns a text as a stream that calls back once when it was read, cancelled, or not read before the timeout. Chunks
 * are produced on demand.
 */
export function streamText(text: string, onEnd: (bytes: number) => Release): ReadableStream<Uint8Array> {
  const bytes = encoder.encode(text);
  const end = onEnd(bytes.byteLength);
  const timer = setTimeout(end, sentWithinMs).unref();
  const finish = (): void => {
    clearTimeout(timer);
    end();
  };
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (at < bytes.byteLength) {
          controller.enqueue(bytes.subarray(at, (at += chunkBytes)));
          return;
        }
        controller.close();
        finish();
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}

/**
 * Passes a body through, and calls back once when it was read, cancelled, has failed, or is not read before the
 * timeout.
 */
export function watchBody(body: ReadableStream<Uint8Array>, onEnd: Release): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let timer = setTimeout(onEnd, sentWithinMs).unref();
  const finish = (): void => {
    clearTimeout(timer);
    onEnd();
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        clearTimeout(timer);
        try {
          const { done, value } = await reader.read();
          if (done) {
            controller.close();
            finish();
            return;
          }
          controller.enqueue(value);
          timer = setTimeout(onEnd, sentWithinMs).unref();
        } catch (error) {
          finish();
          throw error;
        }
      },
      cancel: (reason) => {
        finish();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Limit of all calls of an account together. Scripts that write bookmarks one by one stay below it. */
const everyCall: RateRule = { max: 6_000, windowMs: minuteMs };

/** Limit of all bodies from the network of a guest, whether they are valid or not. */
const guestBodies = { max: 300, windowMs: minuteMs };

/** Limits per account of calls that cost more than a few rows. Operations with the same `counter` count together. */
const rules: Partial<Record<OperationId, RateRule & { counter?: OperationId }>> = {
  'bookmarks.metadata': { max: 60, windowMs: minuteMs },
  'bookmarks.readMetadata': { max: 40, windowMs: minuteMs },
  'bookmarks.content': { max: 30, windowMs: minuteMs },
  'bookmarks.sendContent': { max: 30, windowMs: minuteMs },
  'bookmarks.uploadCover': { max: 30, windowMs: minuteMs },
  'bookmarks.chooseCover': { max: 30, windowMs: minuteMs },
  'collections.uploadCover': { max: 30, windowMs: minuteMs, counter: 'bookmarks.uploadCover' },
  'bookmarks.pictures': { max: 20, windowMs: minuteMs },
  'bookmarks.makeCopy': { max: 20, windowMs: minuteMs },
  'bookmarks.uploadCopy': { max: 30, windowMs: minuteMs },
  'copies.upload': { max: 30, windowMs: minuteMs, counter: 'bookmarks.uploadCopy' },
  'bookmarks.import': { max: 30, windowMs: minuteMs },
  'bookmarks.export': { max: 30, windowMs: minuteMs },
  'highlights.export': { max: 30, windowMs: minuteMs },
  // Without a selection, it is the same export.
  'bookmarks.exportChosen': { max: 30, windowMs: minuteMs, counter: 'bookmarks.export' },
  'account.updateAvatar': { max: 20, windowMs: hourMs },
  'account.delete': { max: 10, windowMs: hourMs },
  'preview.favicon': { max: 600, windowMs: minuteMs },
  // Each of these makes several requests to Stripe.
  'billing.startCheckout': { max: 20, windowMs: hourMs },
  'billing.getCheckout': { max: 60, windowMs: minuteMs },
  'billing.cancelCheckout': { max: 20, windowMs: hourMs },
  'billing.openPortal': { max: 20, windowMs: hourMs },
  'billing.pause': { max: 20, windowMs: hourMs },
  'billing.resume': { max: 20, windowMs: hourMs },
  'billing.cancel': { max: 20, windowMs: hourMs },
  'spaces.create': { max: 120, windowMs: minuteMs },
};

/** Counts a call of an account against the general limit and that of its operation. Throws RATE_LIMITED. */
export async function limitOperation(deps: ProviderDeps, id: OperationId, actor: Actor): Promise<void> {
  await countShared(deps, { key: `calls:${actor.accountId}`, ...everyCall });
  const rule = rules[id];
  if (rule) await countHits(deps, [{ key: `${rule.counter ?? id}:${actor.accountId}`, ...rule }]);
}

/**
 * Counts a body of a guest by its address before it is read: the limits of an operation count only valid ones. Throws
 * RATE_LIMITED.
 */
export async function limitGuestBody(
  deps: ProviderDeps,
  client: Pick<RequestContext, 'address'>,
): Promise<void> {
  for (const hit of perAddress('guest-bodies', client, guestBodies.max, guestBodies.windowMs)) {
    await countShared(deps, hit);
  }
}
