/** What the cookie says of the session, or that nobody could be asked. */
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
