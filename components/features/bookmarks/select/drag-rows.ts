import { MutationObserver } from '@tanstack/react-query';
import type { DragEvent } from 'react';
import { holdUndo, notify } from '@/components/common/notify';
import { dragBookmarks } from '@/components/entities/dragged-bookmarks';
import type { ListSituation } from '@/components/features/bookmarks/list/list-situation';
import { bulkChoice } from '@/components/features/bookmarks/select/bulk-choice';
import { changeIn, placeOf } from '@/components/features/bookmarks/select/select-rows';
import { isSelected, nothing } from '@/components/features/bookmarks/select/selection';
import { undoOnce } from '@/components/features/bookmarks/select/use-undo';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { bookmarkBulk } from '@/lib/queries/bookmark-bulk';
import { collectionQueries } from '@/lib/queries/collections';
import type { BulkBody } from '@/lib/queries/patches/bulk-change';

/**
 * What the drag of a row takes along: the row, or all that is selected when the row is one of them. A drag from a button
 * in the row is none, and one from another link, such as that of a collection, is the browser's own.
 */
export function beginDrag(event: DragEvent, situation: ListSituation): void {
  const { target, dataTransfer } = event;
  const row = placeOf(target, situation);
  const isRow = target instanceof Element && target.matches('[data-row]');
  const isTitle = target instanceof Element && target.matches('.row-title');
  const { origin } = situation.press;
  if (isRow && origin instanceof Element && origin.closest('button:not(.row-title), input') !== null) {
    event.preventDefault();
    return;
  }
  if (holdsSecret(row?.uuid, situation)) {
    // A link that is dropped is saved as one that everybody at the service can read.
    dataTransfer.clearData();
    dataTransfer.setData('text/plain', situation.t('encryptedTitle'));
  }
  if (row === null || !(isRow || isTitle) || situation.isTrash) return;
  const { selection, list } = situation;
  const takesAll = isSelected(selection, row.uuid);
  const dragged = takesAll ? selection : { ...nothing, named: new Set([row.uuid]) };
  const loaded = [...list.rows.values()].filter(({ uuid }) => isSelected(dragged, uuid));
  const count = takesAll ? situation.count : 1;
  dataTransfer.effectAllowed = 'copyMove';
  if (count > 1 || isRow) {
    // Of an encrypted bookmark no address leaves this page.
    const urls = loaded.flatMap(({ url, encrypted }) => (encrypted || url === null ? [] : [url]));
    if (urls.length > 0) {
      dataTransfer.setData('text/uri-list', urls.join('\r\n'));
      dataTransfer.setData('text/plain', urls.join('\n'));
    }
  }
  if (count > 1) showCount(dataTransfer, situation.t('draggedCount', { count }));
  const choice = bulkChoice(dragged, situation.source);
  dragBookmarks({
    dropOn: (collection, copies) =>
      void drop(situation, { body: { ...choice, ...changeTo(collection, copies, situation) }, loaded }),
  });
}

const holdsSecret = (uuid: string | undefined, { list }: ListSituation): boolean =>
  [...list.rows.values()].some((row) => row.uuid === uuid && row.encrypted);

export const endDrag = (): void => dragBookmarks(null);

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

async function drop(
  situation: ListSituation,
  change: { body: BulkBody & { readonly collection?: string | undefined }; loaded: Bookmark[] },
): Promise<void> {
  const { client, t } = situation;
  const target = collectionsIn(client).find(({ uuid }) => uuid === change.body.collection);
  const name = target?.isDefault === true ? t('uncategorized') : (target?.name ?? '');
  const reply = new MutationObserver(client, bookmarkBulk.change()).mutate(change);
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

/** What hangs from the pointer when several are dragged. */
function showCount(transfer: DataTransfer, text: string): void {
  const badge = document.createElement('div');
  badge.textContent = text;
  badge.className =
    'fixed -top-20 left-0 rounded-full bg-inverse px-3 py-1.5 font-medium text-inverse-foreground';
  document.body.append(badge);
  transfer.setDragImage(badge, -12, -8);
  // The picture is taken when the event is over.
  requestAnimationFrame(() => badge.remove());
}
