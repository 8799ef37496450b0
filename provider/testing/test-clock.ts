/** Time as a test wants it: it runs like the real one until it is moved. */
export interface TestClock {
  now: () => Date;
  /** Moves on by so many milliseconds, or back by a negative number. */
  advance(ms: number): void;
  /** Stops at this time; `advance` still moves it. */
  freeze(at: Date): void;
}

export function createTestClock(): TestClock {
  let offsetMs = 0;
  let frozenMs: number | null = null;
  return {
    now: () => new Date((frozenMs ?? Date.now()) + offsetMs),
    advance: (ms) => {
      offsetMs += ms;
    },
    freeze: (at) => {
      frozenMs = at.getTime();
      offsetMs = 0;
    },
  };
}
