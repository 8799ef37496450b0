'use client';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { AppLink } from '@/components/common/app-link';
import { ChoiceCard } from '@/components/common/choice-card';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { useNavigation } from '@/components/common/pending-navigation';
import { reportChange } from '@/components/common/report-change';
import { leaveUnsaved } from '@/components/common/unsaved';
import { useUndoToast } from '@/components/common/use-undo-toast';
import type { CollectionRequest } from '@/components/features/collections/collection-store';
import { SendDialog, type Goal } from '@/components/features/collections/send-dialog';
import { ShareDialog } from '@/components/features/collections/share-dialog';
import { buttonVariants } from '@/components/ui/button';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import { collectionMutations } from '@/lib/api/collection-editing';
import { collectionQueries } from '@/lib/api/collections';
import { collectionChanges } from '@/lib/api/manual-order';
import { spaceNameQueries } from '@/lib/api/space-names';
import { spaceQueries } from '@/lib/api/spaces';
import { findSameName } from '@/lib/domain/same-name';
import type { Collection } from '@/lib/contract/collections';
import { isolate } from '@/lib/utils/isolate';

/** Longer than other toasts: a change to a whole collection deserves a second look. */
const undoMs = 10_000;

/** Returns a function that undoes a change to a collection by the id that was sent with it. */
function useUndoCollection(): (undo: string) => void {
  const run = useUndoToast();
  const { mutateAsync } = useMutation(bookmarkMutations.undo());
  return (uuid) => void run((onProgress) => mutateAsync({ params: { uuid }, onProgress }));
}

type BookmarksAction = 'keep' | 'trash';

/** Asks what to do with the bookmarks of a collection to be deleted. */
function DeleteDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const t = useTranslations('Collections');
  const navigation = useNavigation();
  const pathname = usePathname();
  const undoChange = useUndoCollection();
  const [open, setOpen] = useState(true);
  const [bookmarksAction, setBookmarksAction] = useState<BookmarksAction>('keep');
  const { mutateAsync: remove } = useMutation({
    ...collectionMutations.delete(),
    meta: { failure: t('deleteFailed') },
  });
  const confirm = async () => {
    const undo = newUuid();
    const reply = remove({
      params: { uuid: collection.uuid },
      query: { bookmarks: bookmarksAction, undo },
      collection,
    });
    const { isUndone } = await reportChange(reply, () => ({
      message: t('deleted', { name: isolate(collection.name) }),
      durationMs: undoMs,
      undo: () => undoChange(undo),
    }));
    // Going back does not lead to a deleted collection.
    if (pathname === `/collections/${collection.uuid}` && !isUndone) navigation.replace('/collections');
  };
  const choice = (value: BookmarksAction) => (
    <ChoiceCard
      name="fate"
      value={value}
      checked={bookmarksAction === value}
      onChange={() => setBookmarksAction(value)}
      title={t(`fate.${value}.title`)}
      text={t(`fate.${value}.text`)}
    />
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) onClose();
      }}
      destructive
      title={t('deleteTitle', { name: isolate(collection.name) })}
      description={t(collection.smart ? 'smart.deleteText' : 'deleteText', { count: collection.count })}
      confirmLabel={t('delete')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      onConfirm={confirm}
    >
      {collection.count === 0 || collection.smart ? null : (
        <div role="radiogroup" aria-label={t('fateLabel')} className="flex flex-col gap-2">
          {choice('keep')}
          {choice('trash')}
        </div>
      )}
    </ConfirmDialog>
  );
}

/** Moves the bookmarks of a collection to another one, and deletes it. */
function MergeDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const t = useTranslations('Collections');
  const navigation = useNavigation();
  const pathname = usePathname();
  const undoChange = useUndoCollection();
  const { uuid, name, count } = collection;
  const { data: goals = [] } = useQuery({
    ...collectionQueries.simplified(),
    // Merging into the default collection would be the same as deleting and keeping the bookmarks.
    select: ({ content }) =>
      content.filter((one) => one.uuid !== uuid && !one.isDefault && !one.smart).map(goalOf),
  });
  const { mutateAsync: merge } = useMutation(collectionChanges.merge());
  const confirm = async ({ key: into, label }: Goal) => {
    const isShown = pathname === `/collections/${uuid}`;
    const undo = newUuid();
    const path = `/collections/${into}` as const;
    const { isUndone } = await reportChange(merge({ params: { uuid }, body: { into, undo } }), () => ({
      message: t('merged', { name: isolate(name), into: isolate(label) }),
      action: isShown
        ? undefined
        : { label: t('show'), run: () => leaveUnsaved(() => navigation.push(path)) },
      durationMs: undoMs,
      undo: () => undoChange(undo),
    }));
    if (isShown && !isUndone) navigation.replace(path);
  };
  return (
    <SendDialog
      title={t('mergeTitle', { name: isolate(name) })}
      text={t('mergeText')}
      goals={goals}
      placeholder={t('findCollection')}
      nowhere={<p className="pb-2 text-muted-foreground">{t('mergeNowhere')}</p>}
      consequence={({ label }) => t('mergeConsequence', { count, name: isolate(name), into: isolate(label) })}
      confirmLabel={t('mergeConfirm')}
      failure={t('mergeFailed')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

const goalOf = ({
  uuid,
  name,
  color,
  count,
}: Pick<Collection, 'uuid' | 'name' | 'color' | 'count'>): Goal => ({
  key: uuid,
  label: name,
  color,
  detail: count,
});

/** Moves a collection to another space, with its bookmarks. */
function MoveDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const t = useTranslations('Collections');
  const navigation = useNavigation();
  const pathname = usePathname();
  const undoChange = useUndoCollection();
  const { uuid, name, count } = collection;
  const { data: goals = [] } = useQuery({
    ...spaceQueries.list(),
    select: ({ content }) =>
      content
        .filter((space) => !space.isCurrent)
        .map((space): Goal => ({ key: space.uuid, label: space.name, icon: 'i-layers' })),
  });
  // The collections of the other spaces, where one may have the same name.
  const names = useQueries({ queries: goals.map(({ key }) => spaceNameQueries.collections(key)) });
  const sameIn = (space: string) =>
    findSameName(name, names[goals.findIndex(({ key }) => key === space)]?.data?.content ?? [], uuid);
  const { mutateAsync: move } = useMutation(collectionChanges.move());
  const confirm = async ({ key: space, label }: Goal) => {
    const undo = newUuid();
    const { isUndone } = await reportChange(move({ params: { uuid }, body: { space, undo } }), () => ({
      message: t('moved', { name: isolate(name), space: isolate(label) }),
      durationMs: undoMs,
      undo: () => undoChange(undo),
    }));
    if (pathname === `/collections/${uuid}` && !isUndone) navigation.replace('/collections');
  };
  return (
    <SendDialog
      title={t('moveTitle', { name: isolate(name) })}
      text={t(collection.smart ? 'smart.moveText' : 'moveText')}
      goals={goals}
      placeholder={t('findSpace')}
      nowhere={<NoOtherSpace onClose={onClose} />}
      consequence={({ key, label }) => {
        const same = sameIn(key);
        const text = t(collection.smart ? 'smart.moveConsequence' : 'moveConsequence', {
          count,
          name: isolate(name),
          space: isolate(label),
        });
        return same
          ? `${text} ${t('sameNameThere', { name: isolate(same.name), space: isolate(label) })}`
          : text;
      }}
      confirmLabel={t('moveConfirm')}
      failure={t('moveFailed')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

function NoOtherSpace({ onClose }: { onClose: () => void }) {
  const t = useTranslations('Collections');
  return (
    <>
      <p className="text-muted-foreground">{t('moveNowhere')}</p>
      <AppLink href="/spaces#create" onClick={onClose} className={buttonVariants({ className: 'mt-4 mb-2' })}>
        {t('createSpace')}
      </AppLink>
    </>
  );
}

type ManageRequest = Extract<CollectionRequest, { kind: 'share' | 'merge' | 'move' | 'delete' }>;

interface ManageDialogProps {
  request: ManageRequest;
  onClose: () => void;
}

/** Dialogs for an existing collection except editing: one chunk, as these dialogs follow each other. */
export function ManageDialog({ request: { kind, collection }, onClose }: ManageDialogProps) {
  switch (kind) {
    case 'share':
      return <ShareDialog collection={collection} onClose={onClose} />;
    case 'merge':
      return <MergeDialog collection={collection} onClose={onClose} />;
    case 'move':
      return <MoveDialog collection={collection} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog collection={collection} onClose={onClose} />;
  }
}
