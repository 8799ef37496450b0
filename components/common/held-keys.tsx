'use client';

import { useEffect, useLayoutEffect } from 'react';
import { isTypingTarget } from '@/components/common/shortcut';
import { isComposing } from '@/lib/utils/pressed-key';

/** Keys pressed while code loads that will handle them, in order. */
let held: KeyboardEvent[] = [];
/** Components that are loading, and those whose effects have not run yet. */
let waitingFor = 0;
/** Of each component that is loading, the keys that are held for it. */
const patterns = new Set<{ readonly keys: RegExp }>();
let isListening = false;

const heldKeys = /^(?:.|Enter|Escape|Backspace|Delete|Home|End|Arrow(?:Up|Down|Left|Right))$/u;

function hold(event: KeyboardEvent): void {
  if (!event.isTrusted || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  // eslint-disable-next-line no-restricted-syntax -- not composing, as checked above
  const { key } = event;
  // A held key is not overtaken by the same kind of keys, but those of the page itself go on.
  const isMeant =
    [...patterns].some(({ keys }) => keys.test(key)) || (held.length > 0 && patterns.size === 0);
  if (!heldKeys.test(key) || !isMeant) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(event);
}

function begin(): void {
  waitingFor += 1;
  if (isListening) return;
  isListening = true;
  window.addEventListener('keydown', hold, true);
}

function end(): void {
  waitingFor -= 1;
  setTimeout(replayNext);
}

/** Sends one held key, then the next one after React has rendered; later keys wait for their turn. */
function replayNext(): void {
  if (waitingFor > 0 || !isListening) return;
  const press = held.shift();
  if (press === undefined) {
    isListening = false;
    window.removeEventListener('keydown', hold, true);
    return;
  }
  replay(press);
  setTimeout(replayNext);
}

function replay({
  key,
  code,
  shiftKey,
  repeat,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'repeat'>): void {
  const target = document.activeElement ?? document.body;
  const press = new KeyboardEvent('keydown', {
    key,
    code,
    shiftKey,
    repeat,
    bubbles: true,
    cancelable: true,
  });
  if (!target.dispatchEvent(press)) return;
  // A sent event has no default action.
  if (isTypingTarget(target)) {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way to insert text as if it was typed
    if (key.length === 1) document.execCommand('insertText', false, key);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- as above
    else if (key === 'Backspace') document.execCommand('delete');
  } else if (
    (key === 'Enter' || key === ' ') &&
    target instanceof HTMLElement &&
    target.matches('button, a')
  ) {
    target.click();
  }
}

/** Drops the held keys, since the code that would handle them could not be loaded. */
export const dropHeldKeys = (): void => {
  held = [];
};

/**
 * While it is mounted, pressed keys that match are held. They are sent again once {@link KeysReady} has been mounted,
 * in order.
 */
export function HeldKeys({ keys = heldKeys }: { keys?: RegExp }) {
  useLayoutEffect(() => {
    const pattern = { keys };
    patterns.add(pattern);
    begin();
    return () => {
      patterns.delete(pattern);
      end();
    };
  }, [keys]);
  return null;
}

/** Rendered after the loaded component: its effect runs after those that listen for keys and move the focus. */
export function KeysReady() {
  useLayoutEffect(() => {
    waitingFor += 1;
  }, []);
  useEffect(() => end(), []);
  return null;
}
