import type { Endpoint } from '@/lib/contract/endpoint';
import { limits } from '@/lib/contract/limits';
import type { Actor } from '@/provider/actor';
import type { ProviderConfig } from '@/provider/deps';
import { Busy, Limiter, type Release } from '@/provider/http/limiter';
import { Problem } from '@/provider/problem';
import { rateLimited } from '@/provider/services/rate-limit';

/**
 * Bounds what one process does at the same time, and with it its memory: calls of one account, long bodies, and long
 * responses until they are sent.
 */
export interface Admission {
  /** Waits for one of the account's places. Throws RATE_LIMITED. */
  enter: (endpoint: Endpoint, actor: Actor) => Promise<Release>;
  /** Waits until a body of so many bytes may be received beside the others. Throws SERVICE_UNAVAILABLE. */
  takeBody: (accountId: string, bytes: number) => Promise<Release>;
  /** Waits until a body that was received may be parsed and stored beside the others. Throws SERVICE_UNAVAILABLE. */
  takeWork: (bytes: number) => Promise<Release>;
  /** Counts a response until it is sent. Throws SERVICE_UNAVAILABLE. */
  takeResponse: (bytes: number) => Release;
}

/**
 * Calls of an account that run at once in a process; more wait their turn. What takes processor time gains nothing from
 * more of them, and other accounts wait behind as many.
 */
const runningOfAccount = 4;
const waitingOfAccount = 64;
const waitMs = 10_000;

/** These wait for other servers or for an upload and have limits of their own. */
const exempt = new Set(['bookmarks.metadata', 'bookmarks.content', 'bookmarks.import', 'preview.favicon']);

/** A body up to this length is not counted: requests of the app, other than of encrypted libraries, are far shorter. */
export const smallBytes = 64 * 1024;
const largeBodyBytes = 1024 * 1024;
/** Bodies on their way, outside of the heap: two of the longest, so that one slow client does not keep others out. */
const receivedBytes = 2 * limits.envelopesBytes;
/** Bodies that are parsed and stored take about four times their length of the heap. */
const workedBytes = limits.envelopesBytes;
const responsesBytes = 64 * 1024 * 1024;
const retrySeconds = 5;

export function createAdmission({ rateLimitScale }: Pick<ProviderConfig, 'rateLimitScale'>): Admission {
  const scaled = (count: number): number => Math.max(1, Math.floor(count * rateLimitScale));
  const calls = new Limiter({
    capacity: scaled(runningOfAccount),
    waiting: scaled(waitingOfAccount),
    waitMs,
  });
  // An account sends one large body at a time, so that it does not fill the queue of all.
  const largeBodies = new Limiter({ capacity: 1, waiting: scaled(waitingOfAccount), waitMs });
  const shared = { waiting: Number.POSITIVE_INFINITY, waitMs };
  const received = new Limiter({ ...shared, capacity: receivedBytes });
  const worked = new Limiter({ ...shared, capacity: workedBytes });
  let responding = 0;
  return {
    enter: async ({ id }, { accountId }) => {
      if (exempt.has(id)) return () => undefined;
      return orThrow(calls.take(accountId), () => rateLimited(1_000));
    },
    takeBody: async (accountId, bytes) => {
      if (bytes <= smallBytes) return () => undefined;
      const isLarge = bytes > largeBodyBytes;
      const leave = isLarge ? await orThrow(largeBodies.take(accountId), unavailable) : () => undefined;
      try {
        const giveBack = await orThrow(received.take('', bytes), unavailable);
        return () => {
          giveBack();
          leave();
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
    takeWork: async (bytes) => {
      if (bytes <= smallBytes) return () => undefined;
      return orThrow(worked.take('', bytes), unavailable);
    },
    takeResponse: (bytes) => {
      if (responding > 0 && responding + bytes > responsesBytes) throw unavailable();
      responding += bytes;
      return () => {
        responding -= bytes;
      };
    },
  };
}

const unavailable = (): Problem =>
  new Problem('SERVICE_UNAVAILABLE', { headers: { 'retry-after': String(retrySeconds) } });

async function orThrow(place: Promise<Release>, problem: () => Problem): Promise<Release> {
  try {
    return await place;
  } catch (error) {
    throw error instanceof Busy ? problem() : error;
  }
}

const encoder = new TextEncoder();
const chunkBytes = 64 * 1024;
/** Longer than the server waits for a client that does not read. */
const sentWithinMs = 150_000;

/**
 * A body that calls back once when it was read, given up, or not read in time. It is handed out in pieces as the client
 * takes them.
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
