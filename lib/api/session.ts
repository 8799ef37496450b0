/** Channel between the tabs of one browser, for the end or the replacement of their shared session. */
const NAME = 'markwell-session';

let opened: BroadcastChannel | null = null;

function channel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  opened ??= new BroadcastChannel(NAME);
  return opened;
}

const endListeners = new Set<() => void>();

/** Notifies the listeners of this tab whose work or data ends with the session. */
export function endSession(): void {
  for (const end of endListeners) end();
}

/** Ends the session in this tab, and notifies the other tabs. */
export function announceSessionChange(): void {
  endSession();
  channel()?.postMessage('changed');
}

/** Calls `listener` when this tab ends its session; returns a function that stops it. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Calls `listener` when another tab has announced a change; returns a function that stops it. */
export function onSessionChange(listener: () => void): () => void {
  const source = channel();
  source?.addEventListener('message', listener);
  return () => source?.removeEventListener('message', listener);
}

/** State of the cookie's session; `unknown` if the server could not be reached. */
export type SessionState = 'alive' | 'over' | 'unknown';

export const checkEveryMs = 5 * 60_000;

interface Watch {
  readonly read: () => Promise<SessionState>;
  readonly onOver: () => void;
  readonly onAlive: () => void;
  /** Reports when the tab becomes visible: timers are throttled in hidden tabs. */
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/** Reads the session from the cookie, not from the service; an unreachable network does not end the session. */
export async function readSession(): Promise<SessionState> {
  const response = await fetch('/session', { cache: 'no-store' }).catch(() => null);
  if (response?.ok !== true) return 'unknown';
  const { session } = (await response.json()) as { session: { expires: string } | null };
  return session === null ? 'over' : 'alive';
}

/** Checks every five minutes whether the session has ended; returns a function that stops it. */
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

/** Event on `window` when the service rejects the session; `detail` is the message for the user. */
const EVENT = 'logout-required';

/** Whether an error response ends the session in this browser. A cross-origin rejection does not concern it. */
export const endsSession = (status: number, code: string): boolean =>
  (status === 401 || status === 403) && code !== 'CROSS_ORIGIN' && code !== 'INVALID_CREDENTIALS';

/** Message if the response has none, such as one from an intermediate proxy. */
const DEFAULT_MESSAGE = 'Authentication required';

export function requireLogout(message: string): void {
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: message || DEFAULT_MESSAGE }));
}

/** Calls `listener` with the message of each such response; returns a function that stops it. */
export function onLogoutRequired(listener: (message: string) => void): () => void {
  const handle = (event: Event): void => listener(event instanceof CustomEvent ? String(event.detail) : '');
  window.addEventListener(EVENT, handle);
  return () => window.removeEventListener(EVENT, handle);
}

/**
 * Clears the browser's HTTP cache of this site without waiting; see app/session/cache. The request outlives the page,
 * so a sign-out can navigate away. Requires a secure context: browsers ignore the header over plain HTTP.
 */
export function clearBrowserCache(): void {
  void fetch('/session/cache', { method: 'DELETE', keepalive: true }).catch(() => undefined);
}
