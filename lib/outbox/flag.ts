/** Set while this device holds entries, of any account: all that a page loads of the outbox until then. */
export const flagName = 'outbox';

export function hasOutbox(): boolean {
  try {
    return localStorage.getItem(flagName) !== null;
  } catch {
    // Without storage nothing waits.
    return false;
  }
}

/** Calls `listener` when the flag is changed, in this tab (`setFlag`) or another one. */
export function onOutbox(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
