import type { MouseEvent, PointerEvent, SyntheticEvent } from 'react';
import type { ListContext } from '@/components/features/bookmarks/list-context';
import { extendTo, placeOf, toggle } from '@/components/features/bookmarks/select-rows';

/** As long as phones themselves wait before they take a press for a long one. */
const longMs = 450;

/** Where there is no pointer to show the box, a finger that rests on a row selects it. */
export function beginPress({ pointerType, target }: PointerEvent, context: ListContext): void {
  const { press } = context;
  clearTimeout(press.timer);
  press.wasLong = false;
  press.origin = target;
  press.isTouch = pointerType === 'touch';
  const row = placeOf(target, context);
  if (!press.isTouch || row === null) return;
  press.timer = setTimeout(() => {
    press.wasLong = true;
    toggle(row, context);
  }, longMs);
}

export const endPress = ({ press }: ListContext): void => clearTimeout(press.timer);

/** A long press calls up no menu of the browser. */
export function holdMenuBack(event: SyntheticEvent, { press }: ListContext): void {
  if (press.isTouch) event.preventDefault();
}

/**
 * A click on the box of a row selects it. Once something is selected, Shift reaches from row to row wherever the click
 * falls, and on a screen that is touched any tap selects.
 */
export function chooseByClick(event: MouseEvent, context: ListContext): void {
  const { press, isTouch, count } = context;
  const row = placeOf(event.target, context);
  const isBox = event.target instanceof Element && event.target.matches('.row-box');
  const isEndOfPress = press.wasLong === true;
  press.wasLong = false;
  if (row === null || !(isEndOfPress || isBox || (count > 0 && (isTouch || event.shiftKey)))) return;
  event.preventDefault();
  event.stopPropagation();
  if (isEndOfPress) return;
  if (event.shiftKey) extendTo(row, context);
  else toggle(row, context);
}
