const listeners = new Set<() => void>();

/** Opens the search modal. Its host (`SearchHost`) loads it with the first request. */
export function openSearch(): void {
  for (const listener of listeners) listener();
}

export function onSearchRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
