/** Between the tabs of one browser: that the session they share has ended, or is somebody else's now. */
const NAME = 'markwell-session';

let opened: BroadcastChannel | null = null;

function channel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  opened ??= new BroadcastChannel(NAME);
  return opened;
}

const ends = new Set<() => void>();

/** Notifies the other tabs, and the listeners of this one whose data ends with the session. */
export function announceSessionChange(): void {
  for (const end of ends) end();
  channel()?.postMessage('changed');
}

/** Calls `listener` when this tab announces a change; returns a function that stops it. */
export function onSessionEnd(listener: () => void): () => void {
  ends.add(listener);
  return () => ends.delete(listener);
}

/** Calls `listener` when another tab has announced a change; returns a function that stops it. */
export function onSessionChange(listener: () => void): () => void {
  const heard = channel();
  heard?.addEventListener('message', listener);
  return () => heard?.removeEventListener('message', listener);
}

/** The session of the cookie, or that the server could not be reached. */
export type SessionState = 'alive' | 'over' | 'unknown';

export const checkEveryMs = 5 * 60_000;

interface Watch {
  readonly read: () => Promise<SessionState>;
  readonly onOver: () => void;
  readonly onAlive: () => void;
  /** Tells when the tab is looked at again: timers sleep in tabs that are not. */
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/** Asks the server's cookie, never the service, whether there still is a session: a network that is away ends nothing. */
export async function readSession(): Promise<SessionState> {
  const response = await fetch('/session', { cache: 'no-store' }).catch(() => null);
  if (response?.ok !== true) return 'unknown';
  const { session } = (await response.json()) as { session: { expires: string } | null };
  return session === null ? 'over' : 'alive';
}

/** Looks every five minutes whether the session is over; returns a function that stops it. */
export function watchSession({ read, onOver, onAlive, page }: Watch): () => void {
  let checkedAt = Date.now();
  const check = async () => {
    checkedAt = Date.now();
    const state = await read().catch((): SessionState => 'unknown');
    if (state === 'over') onOver();
    if (state === 'alive') onAlive();
  };
  const wake = () => {
    if (page.visibilityState === 'visible' && Date.now() - checkedAt >= checkEveryMs) void check();
  };
  const timer = setInterval(() => void check(), checkEveryMs);
  page.addEventListener('visibilitychange', wake);
  return () => {
    clearInterval(timer);
    page.removeEventListener('visibilitychange', wake);
  };
}

/** Told on `window` when the service no longer knows the session; `detail` holds the words for the reader. */
const EVENT = 'logout-required';

/** Whether a refusal ends the session in this browser. A cross-origin refusal says nothing about it. */
export const endsSession = (status: number, code: string): boolean =>
  (status === 401 || status === 403) && code !== 'CROSS_ORIGIN' && code !== 'INVALID_CREDENTIALS';

/** What is said where the refusal has no words of its own, as one of a proxy in between. */
const WITHOUT_WORDS = 'Authentication required';

export function requireLogout(message: string): void {
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: message || WITHOUT_WORDS }));
}

/** Calls `listener` with the words of each refusal; returns a function that stops it. */
export function onLogoutRequired(listener: (message: string) => void): () => void {
  const handle = (event: Event): void => listener(event instanceof CustomEvent ? String(event.detail) : '');
  window.addEventListener(EVENT, handle);
  return () => window.removeEventListener(EVENT, handle);
}

/**
 * Clears the browser's HTTP cache of this site, without waiting for it; see app/session/cache. The request outlives the
 * page, so a sign-out can go on to the next one. It needs a secure context: browsers ignore the header over plain HTTP.
 */
export function clearBrowserCache(): void {
  void fetch('/session/cache', { method: 'DELETE', keepalive: true }).catch(() => undefined);
}
