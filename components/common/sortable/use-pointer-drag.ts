import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { scrollSpeed } from '@/components/common/sortable/place';
import { handleOf, rowOf } from '@/components/common/sortable/rows';
import { pressedKey } from '@/lib/utils/pressed-key';

interface PointerDrag {
  onStart: (row: HTMLElement) => void;
  /** Called when the pointer moves or the page scrolls. */
  onMove: (row: HTMLElement, y: number) => void;
  /** Called with the `clientY` of the drop, or null if the drag was canceled. */
  onEnd: (row: HTMLElement, y: number | null) => void;
}

/** In pixels. A shorter movement is a click. */
const clickDistance = 4;

/** Drags the rows of a list by their handles. Returns the `onPointerDownCapture` of the list. */
export function usePointerDrag(drag: PointerDrag): (event: PointerEvent) => void {
  const latest = useRef(drag);
  const current = useRef<AbortController>(null);
  useLayoutEffect(() => {
    latest.current = drag;
  });
  useEffect(() => () => current.current?.abort(), []);

  return (event) => {
    const handle = handleOf(event.target);
    const row = rowOf(handle);
    if (!row || !handle || event.button !== 0 || !event.isPrimary) return;
    // Prevents the native drag and the selection of text, and with them the focus, which is set here instead.
    event.preventDefault();
    handle.focus({ preventScroll: true });
    handle.setPointerCapture(event.pointerId);
    current.current?.abort();
    current.current = followPointer(row, event.nativeEvent, latest);
  };
}

/** Moves a row with the pointer until it is released. Aborting the result puts the row back without a call. */
function followPointer(
  row: HTMLElement,
  pressed: globalThis.PointerEvent,
  drag: RefObject<PointerDrag>,
): AbortController {
  const ended = new AbortController();
  const { signal } = ended;
  const shift = trackShift(row, pressed.clientY);
  let y = pressed.clientY;
  let isDragged = false;
  let frame = 0;

  const draw = () => {
    row.style.translate = `0 ${shift(y)}px`;
    drag.current.onMove(row, y);
  };
  const scroll = (before: number) => {
    frame = requestAnimationFrame((now) => {
      const top = scrollSpeed(y, pressed.clientY, window.innerHeight) * (now - before);
      if (top !== 0) window.scrollBy({ top, behavior: 'instant' });
      scroll(now);
    });
  };
  const end = (isDropped: boolean) => {
    ended.abort();
    if (!isDragged) return;
    ignoreClick();
    drag.current.onEnd(row, isDropped ? y : null);
  };
  const on = <K extends keyof WindowEventMap>(type: K, listen: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(type, listen, { signal, capture: true });

  on('pointermove', ({ pointerId, clientX, clientY }) => {
    if (pointerId !== pressed.pointerId) return;
    y = clientY;
    if (!isDragged && Math.hypot(clientX - pressed.clientX, y - pressed.clientY) < clickDistance) return;
    if (!isDragged) {
      isDragged = true;
      drag.current.onStart(row);
      scroll(performance.now());
    }
    draw();
  });
  on('pointerup', ({ pointerId, clientY }) => {
    if (pointerId !== pressed.pointerId) return;
    y = clientY;
    end(true);
  });
  on('pointercancel', ({ pointerId }) => {
    if (pointerId === pressed.pointerId) end(false);
  });
  on('keydown', (event) => {
    if (!isDragged || pressedKey(event) !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  });
  on('scroll', () => {
    if (isDragged) draw();
  });
  signal.addEventListener('abort', () => {
    cancelAnimationFrame(frame);
    row.style.translate = '';
  });
  return ended;
}

/** Returns how far a row has to be moved to stay below the pointer, within its list. */
function trackShift(row: HTMLElement, pressedAt: number): (y: number) => number {
  const list = row.parentElement ?? row;
  const scrolled = window.scrollY;
  const box = row.getBoundingClientRect();
  const above = box.top - list.getBoundingClientRect().top;
  return (y) => {
    const below = list.getBoundingClientRect().height - above - box.height;
    return Math.max(-above, Math.min(below, y - pressedAt + window.scrollY - scrolled));
  };
}

/** The release of a drag is followed by a click, if at all, before the next task. */
function ignoreClick(): void {
  const ignore = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }));
}
