import { RestrictToVerticalAxis } from '@dnd-kit/abstract/modifiers';
import {
  AutoScroller,
  Cursor,
  DragDropManager,
  Draggable,
  Feedback,
  PointerActivationConstraints,
  PointerSensor,
  PreventSelection,
} from '@dnd-kit/dom';
import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import { handleOf, rowOf } from '@/components/common/sortable/rows';

interface PointerDrag {
  onStart: (row: HTMLElement) => void;
  /** The pointer, or the page under it, has moved. */
  onMove: (row: HTMLElement, y: number) => void;
  /** Let go at a height of the screen, or given up: then there is none. */
  onEnd: (row: HTMLElement, y: number | null) => void;
}

/**
 * Drags the rows of a list by their handles, with dnd-kit. There is one draggable, which becomes the row whose handle is
 * pressed: the rows of a virtual list come and go. Returns what the list does with a press (`onPointerDownCapture`).
 */
export function usePointerDrag(drag: PointerDrag): (event: PointerEvent) => void {
  const draggable = useRef<Draggable>(null);
  const onStart = useEffectEvent(drag.onStart);
  const onMove = useEffectEvent(drag.onMove);
  const onEnd = useEffectEvent(drag.onEnd);

  useEffect(() => {
    const manager = new DragDropManager({
      plugins: [
        AutoScroller.configure({ threshold: { x: 0, y: 0.12 } }),
        Cursor,
        // It would fly to where the row was, and not to its new place.
        Feedback.configure({ dropAnimation: null }),
        PreventSelection,
      ],
      modifiers: [RestrictToVerticalAxis],
      sensors: [
        PointerSensor.configure({
          // So far a press may slip without being a drag.
          activationConstraints: [new PointerActivationConstraints.Distance({ value: 4 })],
        }),
      ],
    });
    const { monitor, dragOperation } = manager;
    const source = new Draggable({ id: 'row' }, manager);
    const row = () => source.element as HTMLElement;
    monitor.addEventListener('dragstart', () => onStart(row()));
    monitor.addEventListener('dragmove', ({ to }) => to && onMove(row(), to.y));
    monitor.addEventListener('dragend', ({ canceled, nativeEvent }) => {
      // The last move may not have been drawn yet.
      const y = nativeEvent instanceof MouseEvent ? nativeEvent.clientY : dragOperation.position.current.y;
      onEnd(row(), canceled ? null : y);
      // The row is put back into the list, which takes the focus from its handle.
      const handle = source.handle as HTMLElement;
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) handle.focus({ preventScroll: true });
      });
    });
    const onScroll = () => {
      if (dragOperation.status.dragging) onMove(row(), dragOperation.position.current.y);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    draggable.current = source;
    return () => {
      window.removeEventListener('scroll', onScroll);
      manager.destroy();
    };
  }, []);

  return (event) => {
    const { current } = draggable;
    const handle = handleOf(event.target);
    const row = rowOf(handle);
    if (!row || !handle || event.button !== 0 || !event.isPrimary) return;
    // No drag of the browser's own; the focus, which a press gives too, is given here.
    event.preventDefault();
    handle.focus({ preventScroll: true });
    if (!current?.manager?.dragOperation.status.idle) return;
    current.element = row;
    current.handle = handle;
  };
}
