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
/** The latest toast on the screen that can be undone. */
let undoable: Notice | null = null;
const listeners = new Set<() => void>();
const closers = new Set<(notice: Notice) => void>();

/** Shows a toast. It waits until the code that draws toasts is there; Ctrl/Cmd+Z works from now on. */
export function notify(notice: Notice): void {
  waiting.push(notice);
  isWanted = true;
  if (notice.action) undoable = notice;
  else if (notice.id !== undefined && notice.id === undoable?.id) undoable = null;
  for (const listener of listeners) listener();
}

/** Whether there has been a toast. */
export const hasNotices = (): boolean => isWanted;

export const takeNotices = (): Notice[] => waiting.splice(0);

export function onNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs the action of the latest toast that has one, and closes that toast, also one that waits to be drawn. */
export function undoLatest(): void {
  const notice = undoable;
  if (notice === null) return;
  undoable = null;
  const place = waiting.indexOf(notice);
  if (place >= 0) waiting.splice(place, 1);
  for (const close of closers) close(notice);
  notice.action?.run();
}

/** A toast that is closed cannot be undone any more. */
export function forgetUndo(notice: Notice): void {
  if (undoable === notice) undoable = null;
}

/** Calls `close` for a toast whose action was run by a key. */
export function onUndo(close: (notice: Notice) => void): () => void {
  closers.add(close);
  return () => closers.delete(close);
}
