import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { scrollSpeed } from '@/components/common/sortable/place';
import { handleOf, isInColumns, type Point, rowOf } from '@/components/common/sortable/rows';
import { pressedKey } from '@/lib/utils/pressed-key';

interface PointerDrag {
  onStart: (row: HTMLElement) => void;
  /** Called when the pointer moves or the page scrolls. */
  onMove: (row: HTMLElement, at: Point) => void;
  /** Called with the point of the drop, or null if the drag was canceled. */
  onEnd: (row: HTMLElement, at: Point | null) => void;
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
  const start = pointOf(pressed);
  const shift = trackShift(row, start);
  let at = start;
  let isDragged = false;
  let frame = 0;

  const draw = () => {
    row.style.translate = shift(at);
    drag.current.onMove(row, at);
  };
  const scroll = (before: number) => {
    frame = requestAnimationFrame((now) => {
      const top = scrollSpeed(at.y, start.y, window.innerHeight) * (now - before);
      if (top !== 0) window.scrollBy({ top, behavior: 'instant' });
      scroll(now);
    });
  };
  const end = (isDropped: boolean) => {
    ended.abort();
    if (!isDragged) return;
    ignoreClick();
    drag.current.onEnd(row, isDropped ? at : null);
  };
  const on = <K extends keyof WindowEventMap>(type: K, listen: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(type, listen, { signal, capture: true });

  on('pointermove', (event) => {
    if (event.pointerId !== pressed.pointerId) return;
    at = pointOf(event);
    if (!isDragged && Math.hypot(at.x - start.x, at.y - start.y) < clickDistance) return;
    if (!isDragged) {
      isDragged = true;
      drag.current.onStart(row);
      scroll(performance.now());
    }
    draw();
  });
  on('pointerup', (event) => {
    if (event.pointerId !== pressed.pointerId) return;
    at = pointOf(event);
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

const pointOf = ({ clientX, clientY }: globalThis.PointerEvent): Point => ({ x: clientX, y: clientY });

/** Returns the `translate` of a row that stays below the pointer, within its list, and sideways only in columns. */
function trackShift(row: HTMLElement, start: Point): (at: Point) => string {
  const list = row.parentElement ?? row;
  const scrolled = window.scrollY;
  const box = row.getBoundingClientRect();
  const { left, top } = list.getBoundingClientRect();
  const [before, above] = [box.left - left, box.top - top];
  return ({ x, y }) => {
    const { width, height } = list.getBoundingClientRect();
    const across = isInColumns(list) ? clamp(x - start.x, -before, width - before - box.width) : 0;
    const down = clamp(y - start.y + window.scrollY - scrolled, -above, height - above - box.height);
    return `${across}px ${down}px`;
  };
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** The release of a drag is followed by a click, if at all, before the next task. */
function ignoreClick(): void {
  const ignore = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }));
}
