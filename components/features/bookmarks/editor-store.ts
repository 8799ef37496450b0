import { createDialogStore } from '@/components/common/dialog-store';
import type { Draft } from '@/components/features/bookmarks/draft';
import type { Bookmark } from '@/lib/contract/bookmarks';

/** What the form to add or edit is to be opened with. */
export interface EditorRequest {
  /** The bookmark to edit; without one, a new one is added. */
  readonly bookmark?: Bookmark;
  /** Url that a new bookmark starts with. */
  readonly url?: string;
  /** What a new bookmark starts with as the query of a shared link (`lib/domain/shared-link`). */
  readonly shared?: string;
  /** Everything that a new bookmark starts with. */
  readonly draft?: Draft;
  /** Called once it is saved. */
  readonly onSaved?: () => void;
  /** Collections that a new bookmark starts in. */
  readonly collections?: readonly string[];
}

const store = createDialogStore<EditorRequest>();

export const useEditorDialog = store.useDialog;
export const openEditor = (request: EditorRequest = {}): void => store.open(request);
export const closeEditor = store.close;
export const resetEditor = store.reset;
