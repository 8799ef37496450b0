import { MutationObserver } from '@tanstack/react-query';
import { holdUndo, notify } from '@/components/common/notify';
import type { ListContext } from '@/components/features/bookmarks/list-context';
import type { bulkChoice } from '@/components/features/bookmarks/selection';
import { changeIn } from '@/components/features/bookmarks/select-rows';
import { undoOnce } from '@/components/features/bookmarks/use-bookmark-actions';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { bookmarkBulk } from '@/lib/api/bookmark-bulk';
import { collectionQueries } from '@/lib/api/collections';
import { isInOtherSpace } from '@/lib/api/effects';

export interface DraggedRows {
  readonly choice: ReturnType<typeof bulkChoice>;
  /** The loaded ones of the dragged bookmarks. */
  readonly loaded: Bookmark[];
}

type Change =
  | { readonly action: 'move'; readonly collection: string; readonly from: string }
  | { readonly action: 'copy'; readonly collection: string };

/** Bookmarks dragged from the page of a collection leave it; elsewhere they stay in their collections. */
function changeTo(collection: string, copies: boolean, { source, client }: ListContext): Change {
  const left =
    source.kind === 'collection' && !source.smart
      ? source.uuid
      : source.kind === 'library' && source.view === 'uncollected'
        ? defaultOf(client)
        : null;
  if (copies || left === null) return { action: 'copy', collection };
  return { action: 'move', collection, from: left };
}

const collectionsIn = (client: ListContext['client']) =>
  client.getQueryData(collectionQueries.simplified().queryKey)?.content ?? [];

const defaultOf = (client: ListContext['client']): string | null =>
  collectionsIn(client).find(({ isDefault }) => isDefault)?.uuid ?? null;

/** Adds dragged bookmarks to a collection: they are moved, or with `copies` copied. */
export async function dropRows(
  context: ListContext,
  { choice, loaded }: DraggedRows,
  collection: string,
  copies: boolean,
): Promise<void> {
  const { client, t } = context;
  if ('uuids' in choice && choice.uuids.some((uuid) => isInOtherSpace(client, uuid))) {
    notify({ message: t('dropOtherSpace', { count: choice.uuids.length }), tone: 'bad' });
    return;
  }
  const target = collectionsIn(client).find(({ uuid }) => uuid === collection);
  const name = target?.isDefault === true ? t('uncategorized') : (target?.name ?? '');
  const reply = new MutationObserver(client, bookmarkBulk.change()).mutate({
    body: { ...choice, ...changeTo(collection, copies, context) },
    loaded,
  });
  const undo = () => void undoOnce(reply, context.undo);
  const pending = holdUndo(undo);
  try {
    const { affected, undo: id } = await reply;
    changeIn(context, { type: 'clear' });
    pending.notify({
      message: t('droppedOn', { count: affected, name }),
      durationMs: 10_000,
      ...(id !== null && { undo }),
    });
  } catch {
    pending.drop();
    notify({ message: t('dropFailed'), tone: 'bad' });
  }
}
