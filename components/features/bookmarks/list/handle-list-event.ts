import type { DragEvent, KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { handleListKey } from '@/components/features/bookmarks/list/handle-list-key';
import type { ListEvent, ListSituation } from '@/components/features/bookmarks/list/list-situation';
import { beginDrag, endDrag } from '@/components/features/bookmarks/select/drag-rows';
import {
  beginPress,
  chooseByClick,
  endPress,
  holdMenuBack,
} from '@/components/features/bookmarks/select/row-gestures';
import { selectAll, toggle } from '@/components/features/bookmarks/select/select-rows';

/** What an event in a list does. Of those that come from anywhere on the page there is one only, Ctrl/Cmd+A. */
export function handleListEvent(event: ListEvent, situation: ListSituation): void {
  if ('place' in event) {
    toggle(event, situation);
    return;
  }
  if (!('nativeEvent' in event)) {
    selectAll(situation);
    return;
  }
  switch (event.type) {
    case 'click':
      return chooseByClick(event as MouseEvent, situation);
    case 'keydown':
      return handleListKey(event as KeyboardEvent, situation);
    case 'pointerdown':
      return beginPress(event as PointerEvent, situation);
    case 'dragstart':
      return beginDrag(event as DragEvent, situation);
    case 'dragend':
      return endDrag();
    case 'contextmenu':
      return holdMenuBack(event, situation);
    default:
      return endPress(situation);
  }
}
