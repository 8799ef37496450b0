import { browser } from 'wxt/browser';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { call, NotConnected } from '@/extension/lib/client';
import { getConnection, getConnectionState } from '@/extension/lib/connection';
import { readStored, type Stored } from '@/extension/lib/stored-value';

export type NewBookmark = Input<'bookmarks.create'>['body'];

/** A save that waits for the network, or that the server refused. */
export interface QueuedSave {
  /** Uuid of the new bookmark, by which the server recognizes a repeated request. */
  readonly uuid: string;
  /** Account that saved it; it is sent to no other. */
  readonly account: string;
  readonly space: string;
  readonly body: NewBookmark;
  /** When it was saved, in milliseconds. */
  readonly queuedAt: number;
  readonly attempts: number;
  /** Earliest time of the next attempt, in milliseconds. */
  readonly retryAt: number;
  readonly state: 'waiting' | 'refused';
  /** Why the server refused it; `message` is localized by the service. */
  readonly problem: { readonly code: string; readonly message: string } | null;
}

export type SaveResult =
  | { readonly status: 'saved'; readonly bookmark: Bookmark }
  /** The page is saved already, and was not saved again. */
  | { readonly status: 'exists'; readonly bookmark: Bookmark }
  /** The server could not be reached or no longer accepts the token: the bookmark is saved once it does. */
  | { readonly status: 'queued'; readonly save: QueuedSave };

/** Each save has a key of its own, so that several contexts can change the queue at once. */
const prefix = 'queued-save:';
const keyOf = (uuid: string): string => prefix + uuid;

/** The page that saves may close at any time; another attempt during its own would be harmless, but a waste. */
const ownAttemptMs = 60_000;
const minDelayMs = 15_000;
const maxDelayMs = 30 * 60_000;

/** Returns all saves of the queue, oldest first. */
export const getQueue = async (): Promise<QueuedSave[]> => queueIn(await readStored());

/** Returns the queue in what was read from the storage as a whole. */
export const queueIn = (stored: Stored): QueuedSave[] =>
  Object.entries(stored)
    .filter(([key]) => key.startsWith(prefix))
    .map(([, save]) => save as QueuedSave)
    .sort((one, other) => one.queuedAt - other.queuedAt);

/** Calls `listener` with the queue after each change, in any context; returns a function that stops it. */
export function onQueue(listener: (queue: QueuedSave[]) => void): () => void {
  const handle = (changes: Record<string, unknown>, area: string): void => {
    if (area === 'local' && Object.keys(changes).some((key) => key.startsWith(prefix)))
      void getQueue().then(listener);
  };
  browser.storage.onChanged.addListener(handle);
  return () => browser.storage.onChanged.removeListener(handle);
}

/**
 * Saves a bookmark. It is written to the queue before it is sent, so that closing the popup loses nothing. Throws
 * ApiProblem if the server refuses it, NotConnected without an account, or the browser's error if its storage is full;
 * the bookmark is not in the queue then.
 */
export async function saveBookmark(
  body: NewBookmark,
  options: { readonly space?: string } = {},
): Promise<SaveResult> {
  const state = await getConnectionState();
  if (state.status !== 'connected' && state.status !== 'revoked') throw new NotConnected();
  const { account, space } = state.connection;
  const uuid = body.uuid ?? crypto.randomUUID();
  const now = Date.now();
  const save: QueuedSave = {
    uuid,
    account: account.uuid,
    space: options.space ?? space,
    body: { ...body, uuid },
    queuedAt: now,
    attempts: 1,
    retryAt: now + ownAttemptMs,
    state: 'waiting',
    problem: null,
  };
  await put(save);
  try {
    const bookmark = await send(save);
    await discardQueued(uuid);
    return { status: 'saved', bookmark };
  } catch (error) {
    if (isTemporary(error)) {
      const waiting = { ...save, retryAt: now + minDelayMs };
      await put(waiting);
      return { status: 'queued', save: waiting };
    }
    await discardQueued(uuid);
    const existing = existingOf(error);
    if (existing !== null) return { status: 'exists', bookmark: existing };
    throw error;
  }
}

/** Removes a save from the queue. */
export const discardQueued = (uuid: string): Promise<void> => browser.storage.local.remove(keyOf(uuid));

/** Sends a refused save again, with changes such as `force` for a page that is saved already. */
export async function retryQueued(uuid: string, changes: Partial<NewBookmark> = {}): Promise<void> {
  const save = (await getQueue()).find((one) => one.uuid === uuid);
  if (save === undefined) return;
  const body = { ...save.body, ...changes };
  await put({ ...save, body, state: 'waiting', problem: null, retryAt: 0, attempts: 0 });
  await flushQueue();
}

/**
 * Sends the saves of the connected account that are due, oldest first, or all waiting ones if forced. Stops at the first
 * that cannot be sent. Runs in one context at a time.
 */
export async function flushQueue({ isForced = false } = {}): Promise<void> {
  await navigator.locks.request('queue', { ifAvailable: true }, async (lock) => {
    const connection = await getConnection();
    if (lock === null || connection === null) return;
    const isDue = ({ account, state, retryAt }: QueuedSave): boolean =>
      account === connection.account.uuid && state === 'waiting' && (isForced || retryAt <= Date.now());
    for (const save of (await getQueue()).filter(isDue)) {
      if (!(await sendQueued(save))) return;
    }
  });
}

/** Returns the earliest time of a next attempt, in milliseconds; null if nothing waits. */
export async function nextAttempt(): Promise<number | null> {
  const waiting = (await getQueue()).filter(({ state }) => state === 'waiting');
  return waiting.length === 0 ? null : Math.min(...waiting.map(({ retryAt }) => retryAt));
}

/** Returns false if the rest of the queue has to wait too. */
async function sendQueued(save: QueuedSave): Promise<boolean> {
  try {
    await send(save);
    await discardQueued(save.uuid);
    return true;
  } catch (error) {
    if (error instanceof ApiProblem && !isTemporary(error)) {
      const { code, message, errors } = error;
      await put({ ...save, state: 'refused', problem: { code, message: errors[0]?.message || message } });
      return true;
    }
    const delay = Math.min(maxDelayMs, minDelayMs * 2 ** save.attempts);
    await put({ ...save, attempts: save.attempts + 1, retryAt: Date.now() + delay });
    return false;
  }
}

const send = ({ body, space }: QueuedSave): Promise<Bookmark> =>
  call('bookmarks.create', { body }, { headers: { 'space-id': space } });

const put = (save: QueuedSave): Promise<void> => browser.storage.local.set({ [keyOf(save.uuid)]: save });

const temporaryStatuses = new Set([401, 408, 425, 429]);

/** Whether the same request may succeed later. A response without a code of the contract comes from an intermediary. */
const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkFailure ||
  error instanceof NotConnected ||
  (error instanceof ApiProblem &&
    (error.status >= 500 || temporaryStatuses.has(error.status) || error.code === 'UNKNOWN'));

function existingOf(error: unknown): Bookmark | null {
  if (!(error instanceof ApiProblem) || error.code !== 'ALREADY_EXISTS') return null;
  return (error.extra['bookmark'] as Bookmark | undefined) ?? null;
}
