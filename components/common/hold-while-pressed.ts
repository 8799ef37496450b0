import { defaultScheduler, notifyManager } from '@tanstack/react-query';

/** Longest hold: browsers do not report the end of every press, such as one that opens a menu of the system. */
const holdMs = 1_000;
/** On a touch screen, the click follows the release in another task. */
const clickMs = 60;

/**
 * While the pointer is pressed, new results of queries wait: a row that moves between press and release would lose the
 * click. Returns a function that ends this.
 */
export function holdWhilePressed(): () => void {
  const stop = new AbortController();
  let isPressed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void)[] = [];
  const release = () => {
    isPressed = false;
    const due = waiting;
    waiting = [];
    for (const notify of due) notify();
  };
  const releaseIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(release, ms);
  };
  const listen = (type: string, handle: () => void) =>
    window.addEventListener(type, handle, { capture: true, signal: stop.signal });
  listen('pointerdown', () => {
    isPressed = true;
    releaseIn(holdMs);
  });
  listen('pointerup', () => releaseIn(clickMs));
  listen('pointercancel', () => releaseIn(0));
  listen('click', () => releaseIn(0));
  notifyManager.setScheduler((notify) =>
    setTimeout(() => {
      if (isPressed) waiting.push(notify);
      else notify();
    }),
  );
  return () => {
    stop.abort();
    notifyManager.setScheduler(defaultScheduler);
    releaseIn(0);
  };
}
