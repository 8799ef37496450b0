'use client';

import { useCallback, useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

/** As long as phones themselves wait before they take a press for a long one. */
const longMs = 450;

/**
 * A finger that rests on something inside an element. Spread the handlers on that element; `onPress` gets what the
 * finger rests on. The press that was long is no click any more, and calls up no menu of the browser.
 */
export function useLongPress(onPress: (target: EventTarget) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLong = useRef(false);
  const isTouch = useRef(false);
  const end = useCallback(() => clearTimeout(timer.current), []);
  useEffect(() => end, [end]);

  const onPointerDown = ({ pointerType, target }: PointerEvent) => {
    end();
    wasLong.current = false;
    isTouch.current = pointerType === 'touch';
    if (!isTouch.current) return;
    timer.current = setTimeout(() => {
      wasLong.current = true;
      onPress(target);
    }, longMs);
  };
  const onContextMenu = (event: MouseEvent) => {
    if (isTouch.current) event.preventDefault();
  };
  /** Whether a click is only the end of a long press; true once. */
  const isEndOfPress = (): boolean => {
    const was = wasLong.current;
    wasLong.current = false;
    return was;
  };
  return {
    isEndOfPress,
    pressProps: { onPointerDown, onPointerUp: end, onPointerCancel: end, onContextMenu },
  };
}
