import type { DragEvent } from 'react';
import { notify } from '@/components/common/notify';
import { dragBookmarks } from '@/components/entities/dragged-bookmarks';
import type { ListSituation } from '@/components/features/bookmarks/list/list-situation';
import { bulkChoice } from '@/components/features/bookmarks/select/bulk-choice';
import { placeOf } from '@/components/features/bookmarks/select/select-rows';
import { isSelected, nothing } from '@/components/features/bookmarks/select/selection';

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
  const rows = { choice: bulkChoice(dragged, situation.source), loaded };
  const loading = import('@/components/features/bookmarks/select/drop-rows');
  dragBookmarks({
    dropOn: (collection, copies) =>
      void loading
        .then(({ dropRows }) => dropRows(situation, rows, collection, copies))
        .catch(() => notify({ message: situation.t('dropFailed'), tone: 'bad' })),
  });
}

const holdsSecret = (uuid: string | undefined, { list }: ListSituation): boolean =>
  [...list.rows.values()].some((row) => row.uuid === uuid && row.encrypted);

export const endDrag = (): void => dragBookmarks(null);

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
