const passing =
  '[role="menu"], [role="dialog"], [role="alertdialog"], [data-sonner-toaster], [data-floating-bar]';
const listItem = 'li, [role="listitem"]';
const focusable = '[data-focus], a[href], button:not(:disabled), input:not(:disabled)';

/** The element that held the focus last, outside of menus, dialogs, toasts and floating bars. */
let lastSettled: HTMLElement | null = null;
/** The element that held the focus last, anywhere. */
let lastFocused: HTMLElement | null = null;
/** The address at which `lastSettled` got the focus. */
let settledAt = '';

// A menu is gone from the document by the time that the dialog it opened asks where the focus was.
if (typeof document !== 'undefined') {
  // On the window and before all others: toasts keep the event to themselves.
  window.addEventListener(
    'focusin',
    ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    lastFocused = target;
    if (target.closest(passing)) return;
    lastSettled = target;
    settledAt = window.location.href;
    },
    true,
  );
}

/**
 * Notes where the keyboard is before `opened` takes it, and answers a function that brings it back there and says
 * whether it could. A button of a row that is no longer shown gives way to the row itself, and a row that was removed
 * to its neighbor.
 */
export function rememberFocus(opened: EventTarget | null): () => boolean {
  const active = document.activeElement;
  const isOutside = !(opened instanceof Node && opened.contains(active));
  const origins = [isOutside && active !== document.body ? active : null, lastSettled]
    .filter((origin) => origin instanceof HTMLElement)
    .map((origin) => ({ origin, row: origin.closest<HTMLElement>('[data-row]')?.dataset['row'] }));

  return () => {
    const targets = origins.map(({ origin, row }) => (origin.isConnected ? origin : findRow(row)));
    for (const target of [...targets, lastSettled]) {
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

/**
 * Moves the focus to a neighbor when the row that holds it is removed from its list, and back to the page when a toast
 * that holds it is closed: without this it would fall back to the start of the document. Returns a function that stops.
 */
export function keepFocus(): () => void {
  const observer = new MutationObserver((records) => {
    if (lastSettled?.isConnected === false) {
      // A page that was left takes its elements along; the next one begins at its start.
      lastSettled = settledAt === window.location.href ? successorOf(lastSettled, records) : null;
    }
    if (lastFocused?.isConnected !== false || document.activeElement !== document.body) return;
    // An open dialog or menu takes care of the focus itself, and so does the bar of a selection.
    if (document.querySelector('[role="menu"], [role="dialog"], [role="alertdialog"]')) return;
    if (lastFocused.closest('[data-floating-bar]')) return;
    lastFocused = lastSettled;
    lastSettled?.focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Where the focus goes from an element that was removed: to the rest of its row, the next row, the one before, or the
 * main content.
 */
function successorOf(gone: HTMLElement, records: readonly MutationRecord[]): HTMLElement | null {
  const record = recordOf(gone, records);
  const row = record?.target instanceof Element ? record.target.closest(listItem) : null;
  const stop =
    (row?.isConnected ? row.querySelector<HTMLElement>(focusable) : null) ??
    (record && (stopBeside(record, 'nextSibling', records) ?? stopBeside(record, 'previousSibling', records)));
  return stop ?? document.querySelector<HTMLElement>('main[tabindex]');
}

/** The record of the removal that took an element out of the document. */
const recordOf = (gone: Node, records: readonly MutationRecord[]): MutationRecord | undefined =>
  records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));

/** What can hold the focus in the nearest list item on one side that is still in the document. */
function stopBeside(
  record: MutationRecord,
  side: 'nextSibling' | 'previousSibling',
  records: readonly MutationRecord[],
): HTMLElement | null {
  for (let node = record[side]; node !== null; ) {
    if (!node.isConnected) {
      node = recordOf(node, records)?.[side] ?? null;
      continue;
    }
    if (node instanceof HTMLElement && node.matches(listItem)) {
      const stop = node.querySelector<HTMLElement>(focusable);
      if (stop) return stop;
    }
    node = node[side];
  }
  return null;
}
