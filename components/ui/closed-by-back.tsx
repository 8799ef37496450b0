'use client';

import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** An open dialog, from the bottom up. */
interface Layer {
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/** Number of dialogs over the page of a history entry. */
const stateKey = 'openDialogs';
/** Same as `touchQuery`: devices that have a Back button or gesture instead of Escape. */
const phones = '(pointer: coarse) or (width < 48rem)';

const layers: Layer[] = [];
/** Whether a traversal that was started here is pending. */
let isOwnTraversal = false;
/** Whether a navigation is pending that replaces the entry of the open dialogs. */
let isReplacing = false;

const open = (): readonly Layer[] => layers.filter(({ isOpen }) => isOpen());

function entriesHere(): number {
  const state = window.history.state as Partial<Record<typeof stateKey, number>> | null;
  return state?.[stateKey] ?? 0;
}

/** Whether Back only closes a dialog; forms with unsaved changes ask when it is closed. */
export const closesByBack = (): boolean => isOwnTraversal || open().length > 0;

/** Whether a navigation has to replace the current entry, because it is that of an open dialog. */
export function replacesDialogEntry(): boolean {
  isReplacing = entriesHere() > 0;
  return isReplacing;
}

/** Adds or removes history entries, so that there is one for each open dialog. */
function syncEntries(): void {
  const [wanted, present] = [open().length, entriesHere()];
  if (present === 0) isReplacing = false;
  if (isReplacing || isOwnTraversal) return;
  for (let depth = present + 1; depth <= wanted; depth += 1) {
    // Next's router restores the page of an entry from the rest of the state.
    window.history.pushState({ ...(window.history.state as object | null), [stateKey]: depth }, '');
  }
  if (wanted < present) {
    isOwnTraversal = true;
    window.history.go(wanted - present);
  }
}

function onPopState(): void {
  const wasOwn = isOwnTraversal;
  isOwnTraversal = false;
  isReplacing = false;
  // A dialog that stays open, because it asks for a confirmation, gets its entry again at once: until then another Back
  // would leave the page.
  if (!wasOwn) {
    flushSync(() => open().at(-1)?.close());
    syncEntries();
  }
  setTimeout(syncEntries);
}

let isListening = false;
/** Once for the page: entries of closed dialogs are skipped later, too. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('popstate', onPopState);
}

/** In a dialog: on phones it has a history entry, so that Back closes it and leaves the page below as it is. */
export function ClosedByBack({ close }: { close: () => void }) {
  const mark = useRef<HTMLSpanElement>(null);
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!window.matchMedia(phones).matches) return;
    const content = mark.current?.parentElement;
    const layer: Layer = {
      isOpen: () => content?.dataset['state'] === 'open',
      close: () => latest.current(),
    };
    listen();
    layers.push(layer);
    // After the dialog that is replaced by this one has been removed.
    setTimeout(syncEntries);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      setTimeout(syncEntries);
    };
  }, []);
  return <span ref={mark} hidden />;
}
