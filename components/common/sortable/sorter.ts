import {
  indexBeside,
  indexByKey,
  type Place,
  placeAt,
  type SortKeys,
} from '@/components/common/sortable/place';
import { findHandle, findRow, placeLine, rowAt, rowOf } from '@/components/common/sortable/rows';

/** The outcome of a move, for screen readers. */
export type SortEvent = 'picked' | 'moved' | 'dropped' | 'canceled';

export interface SorterInput {
  readonly keys: SortKeys;
  /** One call for one move. */
  readonly onMove: (key: string, place: Place) => void;
  /** Brings the row at an index into sight, where not every row is in the document. */
  readonly reveal?: ((index: number) => void) | undefined;
  readonly say: (event: SortEvent, key: string, index: number) => void;
}

interface Held {
  readonly key: string;
  readonly root: HTMLElement;
  readonly row: HTMLElement;
  readonly isByKeys: boolean;
  readonly release: AbortController;
  from: number;
  to: number;
}

/**
 * Moves the rows of one list by pointer, finger and keyboard. Rows stay where they are until one is dropped: a line
 * shows where that will be. It knows rows by their `data-sort-key` only, not how they are laid out or which are drawn.
 */
export class Sorter {
  #input: SorterInput;
  #held: Held | null = null;
  #line: HTMLElement | null = null;
  /** Whose handle gets the focus back, should it be lost when the rows change places. */
  #dropped: { readonly key: string; readonly root: HTMLElement } | null = null;

  constructor(input: SorterInput) {
    this.#input = input;
  }

  setLine(line: HTMLElement | null): void {
    this.#line = line;
  }

  /** The rows as they are now; somebody else may have changed them while one is held. */
  update(input: SorterInput): void {
    const isNewOrder = input.keys !== this.#input.keys;
    this.#input = input;
    if (!isNewOrder) return;
    this.#returnFocus();
    const held = this.#held;
    if (!held) return;
    held.from = input.keys.indexOf(held.key);
    held.to = Math.min(held.to, input.keys.length - 1);
    if (held.from < 0) this.#release();
    else this.#draw();
  }

  /** A pointer went down in the list. */
  press(event: PointerEvent, root: HTMLElement): void {
    const handle = handleAt(event.target);
    const row = handle && rowOf(handle);
    if (!row || event.button !== 0 || !event.isPrimary) return;
    // Without this the mouse would select text; the focus that it also gives is given below.
    event.preventDefault();
    handle.focus({ preventScroll: true });
    // No other row answers to the pointer on its way.
    handle.setPointerCapture(event.pointerId);
    this.cancel();
    followPointer({
      press: event,
      row,
      onStart: () => this.#hold(row, root, false),
      onMove: (y) => this.#pointAt(y),
      onEnd: (isDropped) => (isDropped ? this.#drop() : this.cancel()),
    });
  }

  /** Space or Enter on a handle, or what stands for it: the first takes the row up, the second drops it. */
  toggle(target: EventTarget | null, root: HTMLElement): void {
    const handle = handleAt(target);
    const row = handle && rowOf(handle);
    if (!row) return;
    if (this.#held) this.#drop();
    else this.#hold(row, root, true);
  }

  /** Handles a key of the list; returns whether it was meant for a grabbed row. */
  takeKey({
    key,
    target,
    repeat,
  }: Pick<KeyboardEvent, 'key' | 'target' | 'repeat'>): 'done' | 'left' | 'ignored' {
    if (handleAt(target) === null) return 'ignored';
    // These become a click on the handle, unless they are held down.
    if (key === ' ' || key === 'Enter') return repeat ? 'done' : 'left';
    const held = this.#held;
    if (!held?.isByKeys) return 'ignored';
    if (key === 'Escape') this.cancel();
    const to = indexByKey(this.#input.keys, held.to, key);
    if (to !== null) this.#moveTo(held, to);
    return key === 'Escape' || to !== null || key.startsWith('Arrow') ? 'done' : 'ignored';
  }

  /** The focus went elsewhere. */
  leave(): void {
    if (this.#held?.isByKeys) this.cancel();
  }

  cancel(): void {
    const held = this.#release();
    if (held) this.#input.say('canceled', held.key, held.from);
  }

  #hold(row: HTMLElement, root: HTMLElement, isByKeys: boolean): void {
    const key = row.dataset['sortKey'] ?? '';
    const from = this.#input.keys.indexOf(key);
    if (from < 0) return;
    const release = new AbortController();
    this.#held = { key, root, row, isByKeys, release, from, to: from };
    row.dataset['held'] = '';
    const redraw = () => requestAnimationFrame(() => this.#draw());
    window.addEventListener('scroll', redraw, { signal: release.signal, passive: true });
    window.addEventListener('resize', redraw, { signal: release.signal });
    this.#input.say('picked', key, from);
  }

  #pointAt(y: number): void {
    const held = this.#held;
    const over = held && rowAt(held.root, y);
    if (!over) return;
    const index = this.#input.keys.indexOf(over.key);
    if (index < 0) return;
    const to = indexBeside(held.from, index, over.side);
    if (to !== held.to) this.#input.say('moved', held.key, to);
    held.to = to;
    this.#draw();
  }

  #moveTo(held: Held, to: number): void {
    held.to = to;
    const { reveal, keys, say } = this.#input;
    if (reveal) reveal(to);
    else findRow(held.root, keys[to] ?? '')?.scrollIntoView({ block: 'nearest' });
    this.#draw();
    say('moved', held.key, to);
  }

  #draw(): void {
    const held = this.#held;
    if (!held || !this.#line) return;
    const place = placeAt(this.#input.keys, held.from, held.to);
    if (place === null) placeLine(this.#line, null, 'before');
    else if ('after' in place) placeLine(this.#line, findRow(held.root, place.after), 'after');
    else placeLine(this.#line, findRow(held.root, place.before), 'before');
  }

  #drop(): void {
    const held = this.#release();
    if (!held) return;
    const place = placeAt(this.#input.keys, held.from, held.to);
    this.#input.say('dropped', held.key, place === null ? held.from : held.to);
    if (place === null) return;
    this.#dropped = held;
    this.#input.onMove(held.key, place);
  }

  #release(): Held | null {
    const held = this.#held;
    this.#held = null;
    held?.release.abort();
    if (held) delete held.row.dataset['held'];
    if (this.#line) this.#line.hidden = true;
    return held;
  }

  #returnFocus(): void {
    const dropped = this.#dropped;
    this.#dropped = null;
    if (dropped && document.activeElement === document.body) findHandle(dropped.root, dropped.key)?.focus();
  }
}

const handleAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-sort-handle]') : null;

/** So far a press may slip without being a drag. */
const slackPx = 4;
/** This near to the edge of the screen the page scrolls: headers and bars stand there. */
const edgePx = 96;
const fastestPx = 18;

interface Follow {
  readonly press: { readonly pointerId: number; readonly clientY: number };
  readonly row: HTMLElement;
  /** The press has become a drag. */
  readonly onStart: () => void;
  /** The pointer, or the page under it, has moved. */
  readonly onMove: (y: number) => void;
  /** Let go, or given up: by Escape, or because the system took the pointer away. Only ever after `onStart`. */
  readonly onEnd: (isDropped: boolean) => void;
}

/** Lets a row follow the pointer that pressed its handle, and scrolls the page near the edges of the screen. */
export function followPointer({ press, row, onStart, onMove, onEnd }: Follow): void {
  const listening = new AbortController();
  const startScroll = window.scrollY;
  // A row that hangs over the end of the page makes it longer: measured later, there would be no end to scrolling.
  const furthest = document.documentElement.scrollHeight - window.innerHeight;
  let y = press.clientY;
  let frame = 0;

  let drawn = 0;
  const draw = (now: number) => {
    const scrolled = window.scrollY;
    // On a slow machine the page goes as fast, by longer steps.
    const step = scrollStep(y, window.innerHeight) * framesBetween(drawn, now);
    window.scrollBy(0, Math.min(step, Math.max(0, furthest - scrolled)));
    row.style.transform = `translateY(${y - press.clientY + window.scrollY - startScroll}px)`;
    onMove(y);
    const isScrolling = scrolled !== window.scrollY;
    drawn = isScrolling ? now : 0;
    frame = isScrolling ? requestAnimationFrame(draw) : 0;
  };
  let isDragging = false;
  const end = (isDropped: boolean) => {
    listening.abort();
    cancelAnimationFrame(frame);
    row.style.transform = '';
    if (isDragging) onEnd(isDropped);
  };
  const isSame = (event: PointerEvent) => event.pointerId === press.pointerId;
  const { signal } = listening;
  window.addEventListener(
    'pointermove',
    (event) => {
      if (!isSame(event)) return;
      y = event.clientY;
      if (!isDragging && Math.abs(y - press.clientY) < slackPx) return;
      if (!isDragging) onStart();
      isDragging = true;
      frame ||= requestAnimationFrame(draw);
    },
    { signal },
  );
  window.addEventListener(
    'pointerup',
    (event) => {
      if (!isSame(event)) return;
      // The last move may not have been drawn yet.
      y = event.clientY;
      if (isDragging) onMove(y);
      end(true);
    },
    { signal },
  );
  window.addEventListener('pointercancel', (event) => (isSame(event) ? end(false) : undefined), { signal });
  window.addEventListener('blur', () => end(false), { signal });
  // Captured, so that nothing else takes the key that gives the drag up.
  const options = { signal, capture: true };
  window.addEventListener('keydown', (event) => event.key === 'Escape' && take(event, end), options);
}

function take(event: KeyboardEvent, end: (isDropped: boolean) => void): void {
  event.preventDefault();
  event.stopPropagation();
  end(false);
}

/** How many frames of a usual screen there are between two times; one to begin with, and never a leap. */
const framesBetween = (before: number, now: number): number =>
  before === 0 ? 1 : Math.min(6, Math.max(1, Math.round(((now - before) * 60) / 1_000)));

/** How far to scroll in one frame: the nearer to the edge, the faster. */
export function scrollStep(y: number, height: number): number {
  const over = y < edgePx ? y - edgePx : Math.max(0, y - (height - edgePx));
  return Math.round(Math.max(-1, Math.min(1, over / edgePx)) * fastestPx);
}
