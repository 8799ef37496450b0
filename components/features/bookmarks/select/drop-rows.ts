import { MutationObserver } from '@tanstack/react-query';
import { holdUndo, notify } from '@/components/common/notify';
import type { ListSituation } from '@/components/features/bookmarks/list/list-situation';
import type { bulkChoice } from '@/components/features/bookmarks/select/bulk-choice';
import { changeIn } from '@/components/features/bookmarks/select/select-rows';
import { undoOnce } from '@/components/features/bookmarks/select/use-undo';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { bookmarkBulk } from '@/lib/queries/bookmark-bulk';
import { collectionQueries } from '@/lib/queries/collections';

export interface DraggedRows {
  readonly choice: ReturnType<typeof bulkChoice>;
  /** Those of them that are loaded. */
  readonly loaded: Bookmark[];
}

type Change =
  | { readonly action: 'move'; readonly collection: string; readonly from: string }
  | { readonly action: 'copy'; readonly collection: string };

/** From the page of a collection bookmarks leave it; elsewhere they stay in the collections that they are in. */
function changeTo(collection: string, copies: boolean, { source, client }: ListSituation): Change {
  const left =
    source.kind === 'collection' && !source.smart
      ? source.uuid
      : source.kind === 'library' && source.view === 'uncollected'
        ? defaultOf(client)
        : null;
  if (copies || left === null) return { action: 'copy', collection };
  return { action: 'move', collection, from: left };
}

const collectionsIn = (client: ListSituation['client']) =>
  client.getQueryData(collectionQueries.simplified().queryKey)?.content ?? [];

const defaultOf = (client: ListSituation['client']): string | null =>
  collectionsIn(client).find(({ isDefault }) => isDefault)?.uuid ?? null;

/** Puts dragged bookmarks into a collection: they leave where they are shown, or with `copies` stay there too. */
export async function dropRows(
  situation: ListSituation,
  { choice, loaded }: DraggedRows,
  collection: string,
  copies: boolean,
): Promise<void> {
  const { client, t } = situation;
  const target = collectionsIn(client).find(({ uuid }) => uuid === collection);
  const name = target?.isDefault === true ? t('uncategorized') : (target?.name ?? '');
  const reply = new MutationObserver(client, bookmarkBulk.change()).mutate({
    body: { ...choice, ...changeTo(collection, copies, situation) },
    loaded,
  });
  const undo = () => void undoOnce(reply, situation.undo);
  const pending = holdUndo(undo);
  try {
    const { affected, undo: id } = await reply;
    changeIn(situation, { type: 'clear' });
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
