/** When the session of this browser ends, ISO 8601, from its cookie; null where there is none or the server is away. */
export async function readSessionExpiry(): Promise<string | null> {
  const response = await fetch('/session', { cache: 'no-store' }).catch(() => null);
  if (response?.ok !== true) return null;
  const { session } = (await response.json()) as { session: { expires: string } | null };
  return session?.expires ?? null;
}

/** A connection that hangs counts as none. */
const reachMs = 5_000;

/** Whether the server responds, for a page that was loaded without it and for the service worker. */
export async function isServerReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(reachMs);
  const response = await fetch('/session', { cache: 'no-store', signal }).catch(() => null);
  return response?.ok === true;
}

/** Whether consent has to be asked for where this browser is. When the server cannot be reached, it has to. */
export async function isConsentRequired(): Promise<boolean> {
  try {
    const response = await fetch('/session/consent');
    const { required } = (await response.json()) as { required?: unknown };
    return required !== false;
  } catch {
    return true;
  }
}
