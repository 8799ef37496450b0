import type { Bookmark } from '@/lib/contract/schemas/bookmark';

import type { Draft } from '@/components/features/bookmarks/editor/draft';

/** What the form to add or edit is to be opened with. */
export interface EditorRequest {
  /** The bookmark to edit; without one, a new one is added. */
  readonly bookmark?: Bookmark;
  /** Url that a new bookmark starts with. */
  readonly url?: string;
  /** Collections that a new bookmark starts in. */
  readonly collections?: readonly string[];
  /** What had been typed when it was closed. */
  readonly draft?: Draft;
}

const listeners = new Set<(request: EditorRequest) => void>();

/** Opens the form. Whoever hosts it (`EditorHost`) loads it with the first request. */
export function openEditor(request: EditorRequest = {}): void {
  for (const listener of listeners) listener(request);
}

export function onEditorRequest(listener: (request: EditorRequest) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
