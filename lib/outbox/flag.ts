/** localStorage key, set while this device has entries of any account; avoids loading the outbox before that. */
export const flagName = 'outbox';

export function hasOutbox(): boolean {
  try {
    return localStorage.getItem(flagName) !== null;
  } catch {
    // Without storage there are no entries.
    return false;
  }
}

/** Calls `listener` when the flag changes, in this tab (`setFlag`) or another one. */
export function onOutbox(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
