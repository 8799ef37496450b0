/** Requests from anywhere on the page to the one host that serves them. */
export interface Requests<T> {
  readonly ask: (request: T) => void;
  /** Names the host; answers how to take it back. */
  readonly onRequest: (host: (request: T) => void) => () => void;
}

/**
 * Connects who asks with the host that stands in the layout. What is asked before the host is there waits for it: the
 * effects of a screen run before those of the layout around it.
 */
export function createRequests<T>(): Requests<T> {
  const waiting: T[] = [];
  let current: ((request: T) => void) | null = null;
  return {
    ask: (request) => {
      if (current) current(request);
      else waiting.push(request);
    },
    onRequest: (host) => {
      current = host;
      for (const request of waiting.splice(0)) host(request);
      return () => {
        if (current === host) current = null;
      };
    },
  };
}
