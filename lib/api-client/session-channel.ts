/** Between the tabs of one browser: that the session they share has ended, or is somebody else's now. */
const NAME = 'markwell-session';

let opened: BroadcastChannel | null = null;

function channel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  opened ??= new BroadcastChannel(NAME);
  return opened;
}

/** Tells the other tabs; this one knows. */
export function announceSessionChange(): void {
  channel()?.postMessage('changed');
}

/** Calls `listener` when another tab has announced a change; returns a function that stops it. */
export function onSessionChange(listener: () => void): () => void {
  const heard = channel();
  heard?.addEventListener('message', listener);
  return () => heard?.removeEventListener('message', listener);
}
