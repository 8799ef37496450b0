/** Something to say at the edge of the screen: what happened, and how to take it back. */
export interface Notice {
  message: string;
  tone?: 'plain' | 'bad' | undefined;
  /** Also run by Ctrl/Cmd+Z while the notice stands. */
  action?: { label: string; run: () => void } | undefined;
  /** A notice with the same id takes the place of the one before it. */
  id?: string | undefined;
  /** How long it stands, where there is more than usual to be taken back. */
  durationMs?: number | undefined;
}

/** Time to read a notice and to reach its action. */
export const noticeMs = 6000;

const waiting: Notice[] = [];
let isWanted = false;
const listeners = new Set<() => void>();

/** Shows a toast. It waits until the toaster is mounted. */
export function notify(notice: Notice): void {
  waiting.push(notice);
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Whether there has been a toast. */
export const hasNotices = (): boolean => isWanted;

export const takeNotices = (): Notice[] => waiting.splice(0);

export function onNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
