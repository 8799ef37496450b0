import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useRowDates } from '@/components/common/row-dates';
import { updateBody, updateEncryptedBody } from '@/components/entities/bookmark-draft';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Library } from '@/extension/components/library-client';
import { Footer, Frame, Header, openTab } from '@/extension/components/frame';
import { BookmarkFields, noProblem, submitByKeys, Marks } from '@/extension/components/popup/bookmark-fields';
import { useKnownLists } from '@/extension/components/popup/known-lists';
import { forgetDraft, keepDraft, type PageDraft } from '@/extension/components/popup/page-draft';
import { useProblem } from '@/extension/components/popup/use-problem';
import { useSurface } from '@/extension/components/surface';
import type { Connection } from '@/extension/lib/connection';
import { applyChange } from '@/extension/lib/library';
import { bookmarkEditing } from '@/lib/api/bookmark-editing';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { encryptedRow } from '@/lib/vault/decrypted';

export interface SavedFormProps {
  /** Address of the page, which may differ from that of the bookmark. */
  pageUrl: string;
  /** Decrypted, if it is encrypted. */
  bookmark: Bookmark;
  initial: PageDraft;
  connection: Connection;
  space: string;
  /** Whether it was saved just now, so that the next Enter is expected to be "Done". */
  isNew: boolean;
  /** What to say about the save. */
  note: string | null;
  /** How often the page is saved besides. */
  others: number;
  onSearch: () => void;
  onTrashed: (bookmark: Bookmark) => void;
}

const loadVault = () => import('@/extension/components/encryption/vault');

/** Records a change that was just made: in the copy of this device, or among the unlocked bookmarks. */
async function record(bookmark: Bookmark, space: string): Promise<void> {
  await applyChange(bookmark.uuid, bookmark, space);
  if (bookmark.encrypted) await (await loadVault()).vault.decryptBookmarks([bookmark]);
}

/** Records that a bookmark was restored. Its version is a new one, which the next edit of an envelope has to name. */
async function recordRestored(bookmark: Bookmark, space: string): Promise<void> {
  if (bookmark.encrypted) await (await loadVault()).vault.refresh();
  else await applyChange(bookmark.uuid, bookmark, space);
}

/** Shows that the page is saved, and edits the bookmark. */
export const SavedForm = (props: SavedFormProps) => (
  <Library connection={props.connection} space={props.space}>
    <EditForm {...props} />
  </Library>
);

function EditForm(props: SavedFormProps) {
  const { bookmark, connection, others, note, isNew, onSearch } = props;
  const own = useTranslations('Extension');
  const { close } = useSurface();
  const dates = useRowDates();
  const done = useRef<HTMLButtonElement>(null);
  const { draft, change, problem, isBusy, submit, remove, lists } = useSavedForm(props);
  useEffect(() => {
    if (isNew) done.current?.focus();
  }, [isNew]);
  const open = () => void openTab(`${connection.origin}/?preview=${bookmark.uuid}`, close);
  const notes = [note, others > 0 ? own('alsoSaved', { count: others }) : null].filter((one) => one !== null);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the fields inside
    <form method="post" noValidate onSubmit={submit} onKeyDown={submitByKeys}>
      <Frame
        header={
          <Header
            isSaved
            title={own('savedHeading')}
            detail={own('savedOn', { date: dates.day(bookmark.createdAt), visits: bookmark.visits })}
            onSearch={onSearch}
          />
        }
        footer={
          <Footer>
            <Button variant="ghost" className="px-2!" onClick={remove}>
              <Icon name="i-trash-2" />
              {own('delete')}
            </Button>
            <span className="flex-1" />
            <Button onClick={open}>{own('openInMarkwell')}</Button>
            <Button ref={done} type="submit" variant="primary" pending={isBusy}>
              {own('done')}
            </Button>
          </Footer>
        }
      >
        {bookmark.encrypted ? (
          <p className="flex items-start gap-2 border-b px-3.5 py-2 text-second text-pretty text-muted-foreground">
            <Icon name="i-lock" className="mt-0.5 size-3.5" />
            <span className="min-w-0 flex-1">{own('encryptedText')}</span>
          </p>
        ) : null}
        {notes.length > 0 ? (
          <p role="status" className="border-b px-3.5 py-2 text-second text-muted-foreground">
            {notes.join(' · ')}
          </p>
        ) : null}
        <BookmarkFields {...{ draft, change, problem }} saved={bookmark.collections} lists={lists}>
          <div className="flex flex-wrap gap-x-3.5 gap-y-2">
            <Marks {...{ draft, change }} />
          </div>
        </BookmarkFields>
      </Frame>
    </form>
  );
}

function useSavedForm({ pageUrl, bookmark, initial, connection, space, onTrashed }: SavedFormProps) {
  const t = useTranslations('BookmarkEditor');
  const { close } = useSurface();
  const problemOf = useProblem();
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState(noProblem);
  const [hasConflict, setConflict] = useState(false);
  const lists = useKnownLists(connection, space, () =>
    setProblem({ ...noProblem, form: t('collectionFailed') }),
  );
  const defaultCollection = lists.collections.find(({ isDefault }) => isDefault)?.uuid;
  const { mutateAsync: update, isPending: isUpdating } = useMutation(bookmarkEditing.update());
  const { mutateAsync: trash, isPending: isTrashing } = useMutation(bookmarkMutations.delete());
  const params = { uuid: bookmark.uuid };

  const change = (changes: Partial<PageDraft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    void keepDraft(pageUrl, next, bookmark.updatedAt);
  };
  const attempt = async (work: () => Promise<unknown>) => {
    setProblem(noProblem);
    try {
      await work();
    } catch (failure) {
      const found = problemOf(failure);
      setProblem(found);
      setConflict(found.form === t('conflict'));
    }
  };
  const bodyOf = async () => {
    if (!bookmark.encrypted) return updateBody(draft, bookmark, defaultCollection);
    const { encryptEdit } = await loadVault();
    const edit = { draft, bookmark, defaultCollection, force: hasConflict };
    return updateEncryptedBody(edit, await encryptEdit(draft, bookmark));
  };
  const save = () =>
    attempt(async () => {
      const body = {
        ...(await bodyOf()),
        ...(draft.later !== bookmark.later && { later: draft.later }),
      };
      if (Object.keys(body).length > 0) {
        // A new envelope requires the version that it replaces, or overwrites any; other fields are merged.
        const version = body.encrypted === undefined ? { updatedAt: bookmark.updatedAt } : {};
        const saved = await update({
          params,
          body: { ...body, ...version },
          bookmark: encryptedRow(bookmark),
          force: hasConflict,
        });
        await record(saved, space);
      }
      await forgetDraft(pageUrl);
      close();
    });
  const remove = () =>
    void attempt(async () => {
      const trashed = encryptedRow(bookmark);
      await trash({ params, bookmark: trashed });
      const deletedAt = new Date().toISOString();
      await Promise.all([record({ ...trashed, deletedAt }, space), forgetDraft(pageUrl)]);
      onTrashed(trashed);
    });
  const isBusy = isUpdating || isTrashing;
  return {
    ...{ draft, change, problem, isBusy, remove, lists },
    submit: (event: SyntheticEvent) => {
      event.preventDefault();
      if (!isBusy) void save();
    },
  };
}

interface TrashedProps {
  bookmark: Bookmark;
  connection: Connection;
  space: string;
  onRestored: (bookmark: Bookmark) => void;
}

/** The bookmark was moved to the trash, and can be restored here. */
export const Trashed = (props: TrashedProps) => (
  <Library connection={props.connection} space={props.space}>
    <Restore {...props} />
  </Library>
);

function Restore({ bookmark, space, onRestored }: TrashedProps) {
  const t = useTranslations('Extension');
  const common = useTranslations('Common');
  const { close } = useSurface();
  const { mutate, isPending, isError } = useMutation(bookmarkMutations.restore());
  const restore = () =>
    mutate(
      { params: { uuid: bookmark.uuid }, bookmark: encryptedRow(bookmark) },
      {
        onSuccess: () => {
          const restored = { ...encryptedRow(bookmark), deletedAt: null };
          void recordRestored(restored, space).then(() => onRestored(restored));
        },
      },
    );
  return (
    <Frame
      header={<Header title={t('trashed')} />}
      footer={
        <Footer>
          <span className="flex-1" />
          <Button onClick={close}>{common('close')}</Button>
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone */}
          <Button autoFocus variant="primary" pending={isPending} onClick={restore}>
            {common('undo')}
          </Button>
        </Footer>
      }
    >
      <div className="m-auto flex max-w-80 flex-col items-center gap-2 p-6 text-center">
        <Icon name="i-trash-2" className="size-6 text-faint" />
        <p dir="auto" className="font-medium text-balance">
          {bookmark.title ?? bookmark.url}
        </p>
        <p role="status" className="text-second text-destructive empty:hidden">
          {isError ? common('undoFailed') : null}
        </p>
      </div>
    </Frame>
  );
}
