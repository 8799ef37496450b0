'use client';

import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { endUndo, notify } from '@/components/common/notify';
import { DialogLoading, onDemand, preloadOnDemand } from '@/components/common/on-demand';
import { Toaster } from '@/components/common/toaster';
import { Editor } from '@/components/features/editor/editor';
import { openEditor, useEditorDialog } from '@/components/entities/editor-store';
import type { Destination } from '@/components/features/bookmarks/target-dialog';
import { firstView, OfflineScreen, type OfflineWriting } from '@/components/features/offline/offline-screen';
import type { OfflineStart } from '@/components/features/offline/offline-start';
import { Outbox } from '@/components/features/outbox/outbox';
import { OutboxSlot } from '@/components/features/outbox/outbox-slot';
import { useOutboxDialog } from '@/components/features/outbox/outbox-store';
import { readMarks } from '@/lib/api/bookmarks';
import type { FlagName } from '@/lib/bookmark/fields';
import type { Input, OperationId } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Highlight } from '@/lib/contract/highlights';
import { writeOffline } from '@/lib/offline/offline-clients';
import type { OfflineLibrary, OfflineText } from '@/lib/offline/offline-store';
import { type followEntries, waitingRecords, withEntries } from '@/lib/offline/waiting-entries';

const TargetDialog = onDemand(
  () => import('@/components/features/bookmarks/target-dialog').then((module) => module.TargetDialog),
  <DialogLoading />,
);

const OfflineReader = onDemand(() =>
  import('@/components/features/reader/offline-reader').then((module) => module.OfflineReader),
);

const OfflineAnnotations = onDemand(() =>
  import('@/components/features/reader/offline-annotations').then((module) => module.OfflineAnnotations),
);

export interface OfflineLibraryProps {
  /** The copy as it was stored. */
  library: OfflineLibrary;
  start: OfflineStart;
  /** Changes since then, in any tab. */
  entries: ReturnType<typeof followEntries>;
  clientOf: (space: string) => QueryClient;
  /** Bookmarks whose texts are on this device. */
  texts: ReadonlySet<string>;
  /** The text of the requested page; null if it is not on this device, or not requested. */
  opened: OpenedText | null;
  /** The annotations of those texts; null if they are not requested. */
  annotations: readonly Highlight[] | null;
}

/** A text that is read without a network. */
export interface OpenedText extends OfflineText {
  readonly bookmark: Bookmark;
}

interface Move {
  readonly bookmark: Bookmark;
  /** Collection to return from; null for all. */
  readonly from: string | null;
}

/** The copy with the unsent changes, and the forms and dialogs that change it. */
export function OfflineLibraryApp({
  library: copy,
  start,
  entries,
  clientOf,
  texts,
  opened,
  annotations,
}: OfflineLibraryProps) {
  const later = useSyncExternalStore(entries.subscribe, entries.getEntries, entries.getEntries);
  const library = useMemo(() => withEntries(copy, later), [copy, later]);
  const waiting = useMemo(() => waitingRecords(later), [later]);
  const [view, setView] = useState(() => firstView(copy, start));
  const [move, setMove] = useState<Move | null>(null);
  const editor = useEditorDialog();
  const isListOpen = useOutboxDialog(({ isOpen }) => isOpen);
  const { spaces } = library;
  const current = currentSpace(library);
  useEffect(() => {
    void preloadOnDemand();
  }, []);
  const spaceOf = ({ uuid }: Bookmark): string =>
    spaces.find(({ bookmarks }) => bookmarks.some((row) => row.uuid === uuid))?.space.uuid ?? current;
  const inside = spaces
    .flatMap(({ space, collections }) => collections.map((collection) => ({ space, collection })))
    .find(({ collection }) => collection.uuid === view.collection);
  // A new bookmark goes to the shown collection, unless that is a smart collection.
  const shown = inside?.collection.smart === null ? inside.collection : null;
  const addTo = inside?.space.uuid ?? view.space ?? current;
  const edited = editor.request?.bookmark;
  const write = useWrite((bookmark) => clientOf(spaceOf(bookmark)));
  const writing: OfflineWriting = {
    ...write,
    waiting,
    isBusy: editor.isOpen || isListOpen || move !== null,
    indicator: <OutboxSlot />,
    onAdd: () => openEditor({ collections: shown && !shown.isDefault ? [shown.uuid] : [] }),
    onEdit: (bookmark) => openEditor({ bookmark }),
    onMove: (bookmark) => setMove({ bookmark, from: shown?.uuid ?? null }),
    texts,
    onReadText: ({ uuid }) => window.location.assign(`/read/${uuid}`),
  };
  return (
    <>
      <QueryClientProvider client={clientOf(current)}>
        <OfflineScreen
          {...{ library, start, view, writing }}
          onView={setView}
          requested={
            annotations ? (
              <OfflineAnnotations {...{ library, annotations }} />
            ) : (
              opened && <OfflineReader {...opened} />
            )
          }
        />
        <Outbox isOffline onEdit={(draft, onSaved) => openEditor({ draft, onSaved })} />
      </QueryClientProvider>
      <QueryClientProvider client={clientOf(edited ? spaceOf(edited) : addTo)}>
        <Editor isOffline />
      </QueryClientProvider>
      {move === null ? null : (
        <QueryClientProvider client={clientOf(spaceOf(move.bookmark))}>
          <TargetDialog
            action="move"
            count={1}
            from={move.from}
            canCreate={false}
            onClose={() => setMove(null)}
            onChoose={(destination) => write.move(move, destination)}
          />
        </QueryClientProvider>
      )}
      <Toaster />
    </>
  );
}

export const currentSpace = ({ spaces }: OfflineLibrary): string =>
  (spaces.find(({ space }) => space.isCurrent) ?? spaces[0])?.space.uuid ?? '';

/** Changes that need no form. Each is stored for the space of its bookmark. */
function useWrite(clientOf: (bookmark: Bookmark) => QueryClient) {
  const t = useTranslations('Bookmarks');
  const select = useTranslations('BookmarkSelection');
  const on = ({ uuid }: Bookmark) => ({ params: { uuid } });
  const store = <Id extends OperationId>(
    bookmark: Bookmark,
    id: Id,
    input: Input<Id>,
    failed: string,
  ): void => {
    endUndo();
    writeOffline(clientOf(bookmark), id, input, { bookmark, loaded: [bookmark] }).catch(() =>
      notify({ message: failed, tone: 'bad' }),
    );
  };
  return {
    onMark: (bookmark: Bookmark, name: FlagName) => {
      const value = !bookmark[name];
      if (name === 'favorite') {
        const input = { ...on(bookmark), body: { favorite: value } };
        store(bookmark, 'bookmarks.favorite', input, t('favoriteFailed'));
      } else {
        const input = { ...on(bookmark), body: { [name]: value } };
        store(bookmark, 'bookmarks.update', input, t('markFailed'));
      }
    },
    onRead: (bookmark: Bookmark) =>
      store(
        bookmark,
        'bookmarks.update',
        { ...on(bookmark), body: readMarks(bookmark.readAt === null) },
        t('markFailed'),
      ),
    onTrash: (bookmark: Bookmark) => {
      store(bookmark, 'bookmarks.delete', on(bookmark), t('deleteFailed'));
      const undo = () => store(bookmark, 'bookmarks.restore', on(bookmark), t('restoreFailed'));
      notify({ message: t('movedToTrash'), undo });
    },
    move: ({ bookmark, from }: Move, { collection, name }: Destination) => {
      const body = { uuids: [bookmark.uuid], action: 'move' as const, collection, ...(from && { from }) };
      store(bookmark, 'bookmarks.bulk', { body }, select('failed'));
      notify({ message: select('done.move', { count: 1, name }) });
    },
  };
}
