/** Something to say at the edge of the screen: what happened, and what can be done about it. */
export interface Notice {
  message: string;
  tone?: 'plain' | 'bad' | undefined;
  action?: { label: string; run: () => void } | undefined;
  /** Undoes what the toast says, by its button or by Ctrl/Cmd+Z. */
  undo?: (() => void) | undefined;
  /** How far the work is, from 0 to 1, or null where that is not known; the toast stays until another one replaces it. */
  progress?: number | null | undefined;
  /** A toast with the same id replaces the one before it. */
  id?: string | undefined;
  /** How long it is shown, where there is more than usual to be undone. */
  durationMs?: number | undefined;
}

/** Time to read a toast and to reach its button. */
export const toastMs = 6000;

const waiting: Notice[] = [];
let isWanted = false;
/** The latest change that can be undone, whether its toast is shown, waits to be drawn or waits for the reply. */
let undoable: Pick<Notice, 'id' | 'undo'> | null = null;
const listeners = new Set<() => void>();
const closers = new Set<(notice: Notice) => void>();

/** Shows a toast. It waits until the code that draws toasts is there; Ctrl/Cmd+Z works from now on. */
export function notify(notice: Notice): void {
  waiting.push(notice);
  if (notice.undo) undoable = notice;
  else if (notice.id !== undefined && notice.id === undoable?.id) undoable = null;
  want();
}

function want(): void {
  isWanted = true;
  for (const listener of listeners) listener();
}

/** A change under way whose toast is shown once the reply is there. */
export interface PendingUndo {
  /** Shows the toast, unless the change is being undone already. */
  readonly notify: (notice: Notice) => void;
  /** The change was refused. */
  readonly drop: () => void;
}

/** Lets Ctrl/Cmd+Z undo a change from the moment it is sent; `undo` itself waits for the reply. */
export function holdUndo(undo: () => void): PendingUndo {
  let isUndone = false;
  const held = {
    undo: () => {
      isUndone = true;
      undo();
    },
  };
  undoable = held;
  want();
  return {
    notify: (notice) => {
      if (isUndone) return;
      const isLatest = undoable === held;
      const later = undoable;
      notify(notice);
      // A later change stays the one that is undone first.
      if (!isLatest) undoable = later;
    },
    drop: () => {
      if (undoable === held) undoable = null;
    },
  };
}

/** Whether there has been a toast or a change that can be undone. */
export const hasToasts = (): boolean => isWanted;

export const takeToasts = (): Notice[] => waiting.splice(0);

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undoes the latest change that can be undone, and closes its toast, also one that waits to be drawn. */
export function undoLatest(): void {
  const notice = undoable as Notice | null;
  if (notice === null) return;
  undoable = null;
  const place = waiting.indexOf(notice);
  if (place >= 0) waiting.splice(place, 1);
  for (const close of closers) close(notice);
  notice.undo?.();
}

/** What a closed toast says cannot be undone any more. */
export function forgetUndo(notice: Notice): void {
  if (undoable === notice) undoable = null;
}

/** Calls `close` for a toast whose change was undone by a key. */
export function onUndo(close: (notice: Notice) => void): () => void {
  closers.add(close);
  return () => closers.delete(close);
}
