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
export const closeEditor = store.close;
export const resetEditor = store.reset;

/** What was asked for while a form is being saved; null while none is. */
let pending: { next?: EditorRequest } | null = null;

export const isEditorSaving = (): boolean => pending !== null;

/** Opens the form; while another one is hidden and being saved, once that is done. */
export const openEditor = (request: EditorRequest = {}): void => {
  if (pending) pending.next = request;
  else store.open(request);
};

export const startEditorSave = (): void => {
  pending = {};
};

/** Opens what waited. A form that was refused comes back instead. */
export const endEditorSave = (isSaved: boolean): void => {
  const next = pending?.next;
  pending = null;
  if (isSaved && next) store.open(next);
};
