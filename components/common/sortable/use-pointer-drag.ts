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
  /** Called when the pointer moves or the page scrolls. */
  onMove: (row: HTMLElement, y: number) => void;
  /** Called with the `clientY` of the drop, or null if the drag was canceled. */
  onEnd: (row: HTMLElement, y: number | null) => void;
}

/**
 * Drags the rows of a list by their handles, with dnd-kit. A single draggable becomes the row whose handle is pressed,
 * because rows of a virtual list mount and unmount during a drag. Returns the `onPointerDownCapture` of the list.
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
        // The animation would end at the old position.
        Feedback.configure({ dropAnimation: null }),
        PreventSelection,
      ],
      modifiers: [RestrictToVerticalAxis],
      sensors: [
        PointerSensor.configure({
          // In pixels. A shorter movement is a click.
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
      // The last pointer event may not have been processed as a move.
      const y = nativeEvent instanceof MouseEvent ? nativeEvent.clientY : dragOperation.position.current.y;
      onEnd(row(), canceled ? null : y);
      // dnd-kit inserts the row into the list again, which blurs its handle.
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
    // Prevents the native drag, and with it the focus, which is set here instead.
    event.preventDefault();
    handle.focus({ preventScroll: true });
    if (!current?.manager?.dragOperation.status.idle) return;
    current.element = row;
    current.handle = handle;
  };
}
