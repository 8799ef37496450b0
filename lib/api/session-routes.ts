/** Returns the session's expiry from its cookie, ISO 8601; null without a session or if the server is unreachable. */
export async function readSessionExpiry(): Promise<string | null> {
  const response = await fetch('/session', { cache: 'no-store' }).catch(() => null);
  if (response?.ok !== true) return null;
  const { session } = (await response.json()) as { session: { expires: string } | null };
  return session?.expires ?? null;
}

/** Timeout of the reachability check, in milliseconds. */
const reachMs = 5_000;

/** Whether the server responds; used by pages that were loaded without it and by the service worker. */
export async function isServerReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(reachMs);
  const response = await fetch('/session', { cache: 'no-store', signal }).catch(() => null);
  return response?.ok === true;
}

/** Whether consent is required at the browser's location; true if the server cannot be reached. */
export async function isConsentRequired(): Promise<boolean> {
  try {
    const response = await fetch('/session/consent');
    const { required } = (await response.json()) as { required?: unknown };
    return required !== false;
  } catch {
    return true;
  }
}
