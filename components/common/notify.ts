/** A toast: what happened, and what can be done about it. */
export interface ToastOptions {
  message: string;
  tone?: 'plain' | 'bad' | undefined;
  action?: { label: string; run: () => void } | undefined;
  /** Repeats what failed, by the button "Try again". */
  retry?: (() => unknown) | undefined;
  /** Undoes the change that the toast reports, by its button or by Ctrl/Cmd+Z. */
  undo?: (() => void) | undefined;
  /** Progress from 0 to 1, or null if unknown; the toast stays until another one replaces it. */
  progress?: number | null | undefined;
  /** A toast with the same id replaces the previous one. */
  id?: string | undefined;
  /** Duration in milliseconds, if there is more than usual to undo. */
  durationMs?: number | undefined;
}

/** Time to read a toast and to reach its button. */
export const toastMs = 6000;

const waiting: ToastOptions[] = [];
let isWanted = false;
/**
 * Latest change that can be undone, whether its toast is shown, waits to be rendered or waits for the response.
 */
let undoable: Pick<ToastOptions, 'id' | 'undo'> | null = null;
const listeners = new Set<() => void>();
const closers = new Set<(options: ToastOptions) => void>();

/** Shows a toast. It is queued until the code that renders toasts is loaded; Ctrl/Cmd+Z works immediately. */
export function notify(options: ToastOptions): void {
  waiting.push(options);
  if (options.undo) undoable = options;
  else if (options.id !== undefined && options.id === undoable?.id) undoable = null;
  markWanted();
}

function markWanted(): void {
  isWanted = true;
  for (const listener of listeners) listener();
}

/** A pending change whose toast is shown after the response. */
export interface PendingUndo {
  /** Shows the toast, or replaces it, unless the change is already being undone. */
  readonly notify: (options: ToastOptions) => void;
  /** The change was refused. */
  readonly drop: () => void;
  /** Whether the change is undone, or will be after its response. */
  readonly isUndone: () => boolean;
}

/** Lets Ctrl/Cmd+Z undo a change from the moment it is sent; `undo` itself waits for the response. */
export function holdUndo(undo: () => void): PendingUndo {
  let isUndone = false;
  const run = () => {
    isUndone = true;
    undo();
  };
  let held: typeof undoable = { undo: run };
  undoable = held;
  markWanted();
  const drop = () => {
    if (undoable === held) undoable = null;
  };
  return {
    notify: (options) => {
      if (isUndone) return;
      const isLatest = undoable === held;
      drop();
      const later = undoable;
      const shown = options.undo ? { ...options, undo: run } : options;
      held = shown;
      notify(shown);
      // A later change is still undone first.
      if (!isLatest) undoable = later;
    },
    drop,
    isUndone: () => isUndone,
  };
}

/** Whether there has been a toast or a change that can be undone. */
export const hasToasts = (): boolean => isWanted;

export const takeToasts = (): ToastOptions[] => waiting.splice(0);

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undoes the latest change that can be undone, and closes its toast, even if it is not yet rendered. */
export function undoLatest(): void {
  const options = undoable as ToastOptions | null;
  if (options === null) return;
  undoable = null;
  const place = waiting.indexOf(options);
  if (place >= 0) waiting.splice(place, 1);
  for (const close of closers) close(options);
  options.undo?.();
}

/** The change of a closed toast cannot be undone any more. */
export function forgetUndo(options: ToastOptions): void {
  if (undoable === options) undoable = null;
}

/** A new change is sent: Ctrl/Cmd+Z must not skip it and undo the one before it. */
export function endUndo(): void {
  undoable = null;
}

/** Calls `close` for a toast whose change was undone with the keyboard. */
export function onUndo(close: (options: ToastOptions) => void): () => void {
  closers.add(close);
  return () => closers.delete(close);
}
