const passing =
  '[role="menu"], [role="dialog"], [role="alertdialog"], [data-sonner-toaster], [data-floating-bar]';

interface FocusMemory {
  /** The element that held the focus last, outside of menus, dialogs, toasts and floating bars. */
  settled: HTMLElement | null;
  /** The address at which `settled` got the focus. */
  settledAt: string;
  /** The element that held the focus last, anywhere. */
  focused: HTMLElement | null;
}

export const focusMemory: FocusMemory = { settled: null, settledAt: '', focused: null };

function note(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || target === document.body) return;
  focusMemory.focused = target;
  if (target.closest(passing)) return;
  focusMemory.settled = target;
  focusMemory.settledAt = window.location.href;
}

// A menu is gone from the document by the time that the dialog it opened asks where the focus was.
if (typeof document !== 'undefined') {
  // On the window and before all others: toasts keep the event to themselves.
  window.addEventListener('focusin', ({ target }) => note(target), true);
  // What got the focus before this file was loaded.
  note(document.activeElement);
}

/**
 * Notes where the keyboard is before `opened` takes it, and answers a function that brings it back there and says
 * whether it could. A button of a row that is no longer shown gives way to the row itself, and a row that was removed
 * to its neighbor.
 */
export function rememberFocus(decrypted: EventTarget | null): () => boolean {
  const active = document.activeElement;
  const isOutside = !(decrypted instanceof Node && decrypted.contains(active));
  const origins = [isOutside && active !== document.body ? active : null, focusMemory.settled]
    .filter((origin) => origin instanceof HTMLElement)
    .map((origin) => ({ origin, row: origin.closest<HTMLElement>('[data-row]')?.dataset['row'] }));

  return () => {
    const targets = origins.map(({ origin, row }) => (origin.isConnected ? origin : findRow(row)));
    for (const target of [...targets, focusMemory.settled]) {
      target?.focus();
      if (target && document.activeElement === target) return true;
    }
    return false;
  };
}

const findRow = (row: string | undefined): HTMLElement | null =>
  row === undefined
    ? null
    : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] [data-focus]`);
