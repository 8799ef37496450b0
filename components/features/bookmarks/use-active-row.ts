'use client';

import { useCallback, useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';

const rowOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null) : null;

/**
 * Tracks the row under the pointer or with the focus, for the whole list at once: only that row renders its
 * actions, and no row has its own listeners. Put `listProps` on the element around the rows; hold the row while
 * its menu is open.
 */
export function useActiveRow() {
  const [active, setActive] = useState<string | null>(null);
  const held = useRef(false);
  const focused = useRef<string | null>(null);
  const pointed = useRef<string | null>(null);
  const isPointedLast = useRef(false);
  // Keys scroll rows under a pointer that rests. Its row is active again once the pointer moves or scrolls itself.
  const isResting = useRef(false);

  useEffect(() => {
    const onKeyDown = () => {
      isPointedLast.current = false;
      isResting.current = true;
    };
    const onWheel = () => {
      isResting.current = false;
    };
    window.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('wheel', onWheel, { capture: true, passive: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('wheel', onWheel, true);
    };
  }, []);

  const onPointerOver = useCallback((event: PointerEvent) => {
    if (isResting.current && event.pointerType !== 'touch') return;
    pointed.current = rowOf(event.target);
    isPointedLast.current = pointed.current !== null;
    if (!held.current) setActive(pointed.current ?? focused.current);
  }, []);
  const onPointerMove = useCallback(
    (event: PointerEvent) => {
      if (!isResting.current) return;
      isResting.current = false;
      onPointerOver(event);
    },
    [onPointerOver],
  );
  const onPointerLeave = useCallback((event: PointerEvent) => {
    pointed.current = null;
    isPointedLast.current = false;
    // On touch screens the pointer leaves on every lift; the tapped row stays active until another one is
    // tapped.
    if (!held.current && event.pointerType !== 'touch') setActive(focused.current);
  }, []);
  const onFocus = useCallback((event: FocusEvent) => {
    focused.current = rowOf(event.target);
    // A restored focus, for example after a dialog has faded out, leaves the row active that was pointed to
    // meanwhile.
    if (isPointedLast.current) return;
    if (!held.current) setActive(focused.current);
  }, []);
  const onBlur = useCallback((event: FocusEvent) => {
    if (rowOf(event.relatedTarget) !== null) return;
    focused.current = null;
    if (!held.current) setActive((row) => (row === rowOf(event.target) ? null : row));
  }, []);
  const hold = useCallback((open: boolean) => {
    held.current = open;
  }, []);

  return { active, hold, listProps: { onPointerOver, onPointerMove, onPointerLeave, onFocus, onBlur } };
}
