import { focusMemory, pageAddress } from '@/components/ui/focus-memory';

const listItem = 'li, [role="listitem"]';
/** A list is the neighbor of a button for all of its rows. */
const rowOrList = `${listItem}, ul, [role="list"]`;
const focusable = '[data-focus], a[href], button:not(:disabled), input:not(:disabled)';

/**
 * Moves the focus to a neighbor when the focused row is removed from its list, and back to the page when a
 * focused toast is closed: without this it would fall back to the start of the document. Stops when `signal` is
 * aborted.
 */
export function keepFocus(signal: AbortSignal): void {
  const observer = new MutationObserver((records) => {
    const { settled, settledAt, focused } = focusMemory;
    if (settled?.isConnected === false) {
      // A navigation removes the elements of the previous page; the next page starts without a stored focus.
      focusMemory.settled = settledAt === pageAddress() ? successorOf(settled, records) : null;
    }
    if (focused?.isConnected !== false || document.activeElement !== document.body) return;
    // An open dialog or menu handles the focus itself, and so does the bar of a selection.
    if (document.querySelector('[role="menu"], [role="dialog"], [role="alertdialog"]')) return;
    if (focused.closest('[data-floating-bar]')) return;
    focusMemory.focused = focusMemory.settled;
    focusMemory.settled?.focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
  // A press elsewhere moves the focus. Restoring it then would prevent a drag from starting.
  const press = ({ target }: PointerEvent) => {
    if (!(target instanceof Node && focusMemory.focused?.contains(target))) focusMemory.focused = null;
  };
  window.addEventListener('pointerdown', press, { capture: true, signal });
}

/**
 * Returns the next focus target after an element was removed: the rest of its row, the next row, the previous
 * one, or the main content.
 */
function successorOf(gone: HTMLElement, records: readonly MutationRecord[]): HTMLElement | null {
  const record = recordOf(gone, records);
  const row = record?.target instanceof Element ? record.target.closest(listItem) : null;
  const stop =
    (row?.isConnected ? row.querySelector<HTMLElement>(focusable) : null) ??
    (record && (stopBeside(record, 'nextSibling', records) ?? stopBeside(record, 'previousSibling', records)));
  return stop ?? document.querySelector<HTMLElement>('main[tabindex]');
}

/** Returns the mutation record that removed an element from the document. */
const recordOf = (gone: Node, records: readonly MutationRecord[]): MutationRecord | undefined =>
  records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));

/** Returns the focusable element in the nearest list item on one side that is still in the document. */
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
    if (node instanceof HTMLElement && node.matches(rowOrList)) {
      const stop = node.querySelector<HTMLElement>(focusable);
      if (stop) return stop;
    }
    node = node[side];
  }
  return null;
}
