'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState, type SyntheticEvent } from 'react';
import { Refused, useContractForm } from '@/components/common/contract-form';
import { notify } from '@/components/common/notify';
import { useUndoToast } from '@/components/common/use-undo-toast';
import { useUnsaved } from '@/components/common/use-unsaved';
import { handOverLinks } from '@/components/entities/handed-links';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { noKeyDraft } from '@/components/entities/key-field/key-input';
import { openVaultDialog } from '@/components/entities/vault-store';
import { noText } from '@/components/features/editor/bookmark-fields';
import { BookmarkForm } from '@/components/features/editor/bookmark-form';
import { type Draft, draftOf, emptyDraft, isOtherKey } from '@/components/entities/bookmark-draft';
import { EditorInput } from '@/components/features/editor/editor-input';
import { useProtection } from '@/components/features/editor/encryption-fields';
import { editBookmark, type EditorRequest } from '@/components/entities/editor-store';
import {
  type EditorRefusal,
  noRefusal,
  useEditorRefusal,
  useSaving,
} from '@/components/features/editor/use-saving';
import { Dialog, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { addressesIn } from '@/lib/domain/links-in-text';
import { parseSharedLink, type AddLink } from '@/lib/domain/shared-link';
import { parseTypedTags } from '@/lib/domain/tags';
import { encryptedRow, decryptedTexts, decryptedRow } from '@/lib/vault/decrypted';

interface InitialState {
  readonly bookmark: EditorRequest['bookmark'];
  readonly draft: Draft;
}

/** Returns the decrypted bookmark and the initial values of the form. */
function initialStateOf({
  bookmark,
  url,
  shared = '',
  collections = [],
  draft,
}: EditorRequest): InitialState {
  const shown = bookmark && decryptedRow(bookmark);
  const added = draft ?? { ...addedDraft(parseSharedLink(shared), url), collections };
  return { bookmark: shown, draft: shown ? draftOf(shown) : added };
}

/** Returns the values of a new bookmark. `typed` is an address, or text with one, instead of that of the link. */
function addedDraft({ url, title, description, tags = '' }: AddLink, typed = url): Draft {
  const text = typed.replace(/\s+/g, ' ');
  const {
    urls: [address = text, ...others],
    rest,
  } = addressesIn(typed) ?? { urls: [text], rest: '' };
  return {
    ...emptyDraft,
    url: others.length > 0 ? text : address,
    title: title || rest,
    description,
    tags: parseTypedTags(tags),
  };
}

/**
 * State and handlers of the form. It stays open until the bookmark is saved, or shows why it was refused. When the key
 * of its bookmark is locked, it is hidden at once, and its values are dropped.
 */
function useEditor({ request, isOpen, onClose }: EditorDialogProps) {
  const t = useTranslations('BookmarkEditor');
  const [{ bookmark = null, draft: before }] = useState(() => initialStateOf(request));
  const [isHidden, setHidden] = useState(false);
  const [refusal, setRefusal] = useState(noRefusal);
  const [filledIn, onFill] = useState(noText);
  const isForced = useRef(false);
  const refusalOf = useEditorRefusal();
  const prepare = useSaving(bookmark);
  const announceAdded = useAddedToast();

  const form = useContractForm({
    schema: EditorInput,
    fields: ['url', 'title', 'description', 'notes', 'collections', 'tags', 'key'],
    defaultValues: { ...before, encrypted: bookmark?.encrypted === true, key: noKeyDraft },
    words: { 'url.required': t('urlWarning.empty'), 'url.scheme': t('urlWarning.scheme') },
    send: async ({ key, ...draft }) => {
      setRefusal(noRefusal);
      try {
        const isNeeded = bookmark === null || isChanged || isOtherKey(key, bookmark);
        const send = isNeeded ? await prepare({ draft, key, force: isForced.current }) : null;
        // A typed key is not kept.
        form.setValue('key', noKeyDraft);
        const copies = key === null ? [] : (protection.copies ?? []);
        const saved = (await send?.()) ?? null;
        if (bookmark === null && saved !== null) announceAdded(saved);
        else if (copies.length === 0) notify({ message: t('saved') });
        request.onSaved?.();
        if (copies.length > 0) offerCopies(copies);
        // No form keeps encrypted content.
        onClose(key !== null || isLocked());
      } catch (failure) {
        const refused = refusalOf(failure);
        // The content must not reappear if the bookmark was locked during the request.
        if (isLocked()) {
          notify({ message: formText(refused) ?? t('failed'), tone: 'bad' });
          onClose(true);
          return;
        }
        setRefusal(refused);
        if (refused.error) throw refused.error;
      }
    },
    failed: t('failed'),
  });
  const isPending = form.formState.isSubmitting;
  const { key: _, ...changes } = form.formState.dirtyFields;
  const isChanged = Object.keys(changes).length > 0;
  const protection = useProtection(form, bookmark);
  const isLocked = useLocking(bookmark?.encrypted === true ? bookmark.uuid : null, () => {
    if (isPending) setHidden(true);
    else {
      if (isOpen && isChanged) notify({ message: t('lockedMeanwhile') });
      onClose(true);
    }
  });

  const offerCopies = (copies: readonly Bookmark[]) => {
    const run = () => openVaultDialog({ kind: 'encrypt', bookmarks: copies });
    notify({
      message: t('savedWithCopies', { count: copies.length }),
      action: { label: t('encryptCopies', { count: copies.length }), run },
    });
  };
  const submit = (event: SyntheticEvent, force: boolean) => {
    isForced.current = force;
    form.submit(event);
  };
  // Entered text is not kept.
  const discard = () => onClose(isChanged);
  const { close, question } = useUnsaved(isOpen && isChanged && !isPending, discard, 'bookmark');
  // While it is being saved it can no longer be discarded.
  const dismiss = () => (isPending ? undefined : close());
  const addAll = (text: string) => {
    discard();
    handOverLinks(text);
  };
  return {
    isHidden,
    bookmark,
    form,
    filledIn,
    onFill,
    refusal,
    protection,
    submit,
    addAll,
    dismiss,
    question,
  };
}

/** Returns the error of the form as a whole. */
const formText = ({ error }: EditorRefusal): string | null =>
  error instanceof Refused && error.field === undefined ? error.message : null;

/** Returns a function that announces a new bookmark, with an undo that bypasses the trash. */
function useAddedToast(): (saved: Bookmark) => void {
  const t = useTranslations('BookmarkEditor');
  const run = useUndoToast();
  const { mutateAsync: remove } = useMutation({ ...bookmarkMutations.delete(), meta: { keepsUndo: true } });
  return (saved) => {
    const on = { params: { uuid: saved.uuid }, bookmark: encryptedRow(saved) };
    const undo = () => void run(() => remove({ ...on, query: { permanent: true } }));
    notify({ message: t('added'), undo });
  };
}

/**
 * Calls `onLock` when a decrypted bookmark is locked again; returns a function that checks whether it is
 * locked.
 */
function useLocking(uuid: string | null, onLock: () => void): () => boolean {
  const decrypted = useDecrypted();
  const lock = useEffectEvent(onLock);
  const isHidden = uuid !== null && !decrypted.has(uuid);
  useEffect(() => {
    if (isHidden) lock();
  }, [isHidden]);
  return () => uuid !== null && !decryptedTexts().has(uuid);
}

interface EditorDialogProps {
  request: EditorRequest;
  isOpen: boolean;
  /** Without features that need the server: encryption, new collections and page metadata. */
  isOffline: boolean;
  /** If `isLocked` is set, the form is dropped, since its bookmark was locked. */
  onClose: (isLocked?: boolean) => void;
}

/** The form in its dialog. */
export function EditorDialog(props: EditorDialogProps) {
  const t = useTranslations('BookmarkEditor');
  const { isHidden, dismiss, question, submit, addAll, ...rest } = useEditor(props);
  return (
    <Dialog open={props.isOpen && !isHidden} onOpenChange={(next) => (next ? undefined : dismiss())}>
      <DialogContent closeLabel={t('close')} aria-describedby={undefined}>
        <DialogHeader title={t(rest.bookmark ? 'editHeading' : 'addHeading')} />
        <BookmarkForm
          {...rest}
          isOffline={props.isOffline}
          onEditExisting={editBookmark}
          onAddAll={addAll}
          onSubmit={submit}
        />
      </DialogContent>
      {question}
    </Dialog>
  );
}
