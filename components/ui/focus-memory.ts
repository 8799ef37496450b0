const passing = '[role="menu"], [role="dialog"], [role="alertdialog"]';

let lastSettled: HTMLElement | null = null;

// A menu is gone from the document by the time that the dialog it opened asks where the focus was.
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !target.closest(passing)) lastSettled = target;
  });
}

/**
 * Notes where the keyboard is before `opened` takes it, and answers a function that brings it back there and says
 * whether it could. A button of a row that is no longer shown gives way to the row itself.
 */
export function rememberFocus(opened: EventTarget | null): () => boolean {
  const active = document.activeElement;
  const isOutside = !(opened instanceof Node && opened.contains(active));
  const origins = [isOutside && active !== document.body ? active : null, lastSettled]
    .filter((origin) => origin instanceof HTMLElement)
    .map((origin) => ({ origin, row: origin.closest<HTMLElement>('[data-row]')?.dataset['row'] }));

  return () => {
    for (const { origin, row } of origins) {
      const target = origin.isConnected ? origin : findRow(row);
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
