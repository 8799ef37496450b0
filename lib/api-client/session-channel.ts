/** Between the tabs of one browser: that the session they share has ended, or is somebody else's now. */
const NAME = 'markwell-session';

let opened: BroadcastChannel | null = null;

function channel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  opened ??= new BroadcastChannel(NAME);
  return opened;
}

const ends = new Set<() => void>();

/** Tells the other tabs, and in this one whoever keeps something that ends with the session. */
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
