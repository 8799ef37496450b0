/** Work on the page's own thread goes on for so long at most before the page may answer a hand. */
const pieceMs = 16;

/** Lets the page do what waits, and goes on after it. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A clock for long work: `breathe()` costs nothing until it is time for a pause. */
export function createBreath(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < pieceMs) return;
    await pause();
    since = performance.now();
  };
}
