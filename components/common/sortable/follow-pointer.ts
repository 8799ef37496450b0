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
