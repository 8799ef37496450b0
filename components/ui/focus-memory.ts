const transient =
  '[role="menu"], [role="dialog"], [role="alertdialog"], [data-sonner-toaster], [data-floating-bar]';

interface FocusMemory {
  /** The last focused element outside of menus, dialogs, toasts and floating bars; for a menu, its button. */
  settled: HTMLElement | null;
  /** The page on which `settled` received the focus. */
  settledAt: string;
  /** The last focused element, anywhere. */
  focused: HTMLElement | null;
}

export const focusMemory: FocusMemory = { settled: null, settledAt: '', focused: null };

/** Returns the address of the page, without the bookmark in its preview: opening that is no navigation. */
export function pageAddress(): string {
  const url = new URL(window.location.href);
  url.searchParams.delete('preview');
  return url.href;
}

function note(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || target === document.body) return;
  focusMemory.focused = target;
  // A button that is pressed with the pointer opens its menu without receiving the focus.
  const menu = target.closest('[role="menu"]');
  const origin = menu ? buttonOf(menu) : target;
  if (origin === null || origin.closest(transient)) return;
  focusMemory.settled = origin;
  focusMemory.settledAt = pageAddress();
}

/** Returns the button of an open menu; null for a context menu. */
const buttonOf = (menu: Element): HTMLElement | null =>
  document.querySelector<HTMLElement>(`button[aria-controls="${CSS.escape(menu.id)}"]`);

// A menu has left the document by the time the dialog it opened looks up the previous focus.
if (typeof document !== 'undefined') {
  // On the window and in the capture phase: toasts stop the propagation of the event.
  window.addEventListener('focusin', ({ target }) => note(target), true);
  // The element focused before this file was loaded.
  note(document.activeElement);
}

/**
 * Records the focused element before `opened` takes the focus. Returns a function that restores the focus, unless it
 * has moved elsewhere meanwhile, and returns whether the focus is on an element. A button of a row is replaced by the
 * row itself, and a removed row by its neighbor.
 */
export function rememberFocus(opened: EventTarget | null): () => boolean {
  const active = document.activeElement;
  const isOutside = !(opened instanceof Node && opened.contains(active));
  const origins = [isOutside && active !== document.body ? active : null, focusMemory.settled]
    .filter((origin) => origin instanceof HTMLElement)
    .map((origin) => ({ origin, row: origin.closest<HTMLElement>('[data-row]')?.dataset['row'] }));

  return () => {
    const now = document.activeElement;
    // The user went on while it faded out, for example to the menu of another row, which would be closed.
    if (now && now !== document.body && !(opened instanceof Node && opened.contains(now))) return true;
    // The row before its button: whether that is still shown depends on the pointer.
    const targets = origins.flatMap(({ origin, row }) => [findRow(row), origin.isConnected ? origin : null]);
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
