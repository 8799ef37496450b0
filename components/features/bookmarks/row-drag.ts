import type { DragEvent } from 'react';
import { notify } from '@/components/common/notify';
import { loadCode } from '@/components/common/on-demand';
import { dragBookmarks } from '@/components/entities/dragged-bookmarks';
import {
  bulkChoice,
  isSelected,
  type ListContext,
  nothing,
  placeOf,
} from '@/components/features/bookmarks/selection';

/**
 * Starts a drag of the row, or of the whole selection if it contains the row. A drag that starts on a button in
 * the row is ignored, and one of another link, such as that of a collection, is left to the browser.
 */
export function beginDrag(event: DragEvent, context: ListContext): void {
  const { target, currentTarget, dataTransfer } = event;
  const row = placeOf(currentTarget, context);
  const isRow = target === currentTarget;
  const isTitle = target instanceof Element && target.matches('.row-title');
  const { origin } = context.press;
  if (isRow && origin instanceof Element && origin.closest('button:not(.row-title), input') !== null) {
    event.preventDefault();
    return;
  }
  if (holdsSecret(row?.uuid, context)) {
    // A dropped link is saved as a bookmark that the service can read.
    dataTransfer.clearData();
    dataTransfer.setData('text/plain', context.t('encryptedTitle'));
  }
  if (row === null || !(isRow || isTitle) || context.isTrash) return;
  const { selection, list } = context;
  const takesAll = isSelected(selection, row.uuid);
  const dragged = takesAll ? selection : { ...nothing, named: new Set([row.uuid]) };
  const loaded = [...list.rows.values()].filter(({ uuid }) => isSelected(dragged, uuid));
  const count = takesAll ? context.count : 1;
  dataTransfer.effectAllowed = 'copyMove';
  if (count > 1 || isRow) {
    // URLs of encrypted bookmarks never leave this page.
    const urls = loaded.flatMap(({ url, encrypted }) => (encrypted || url === null ? [] : [url]));
    if (urls.length > 0) {
      dataTransfer.setData('text/uri-list', urls.join('\r\n'));
      dataTransfer.setData('text/plain', urls.join('\n'));
    }
  }
  if (count > 1) showCount(dataTransfer, context.t('draggedCount', { count }));
  const rows = { choice: bulkChoice(dragged, context.source), loaded };
  const dropOn = (collection: string, copies: boolean): void =>
    void loadCode(loadDropping())
      .then(({ dropRows }) => dropRows(context, rows, collection, copies))
      .catch(() =>
        notify({
          message: context.t('dropFailed'),
          tone: 'bad',
          retry: () => dropOn(collection, copies),
        }),
      );
  // Loaded during the drag, and once more at the drop if that failed.
  loadDropping().catch(() => undefined);
  dragBookmarks({ dropOn });
}

const loadDropping = () => import('@/components/features/bookmarks/bulk');

const holdsSecret = (uuid: string | undefined, { list }: ListContext): boolean =>
  [...list.rows.values()].some((row) => row.uuid === uuid && row.encrypted);

export const endDrag = (): void => dragBookmarks(null);

/** Drag image when several bookmarks are dragged. */
function showCount(transfer: DataTransfer, text: string): void {
  const badge = document.createElement('div');
  badge.textContent = text;
  badge.className =
    'fixed -top-20 left-0 rounded-full bg-inverse px-3 py-1.5 font-medium text-inverse-foreground';
  document.body.append(badge);
  transfer.setDragImage(badge, -12, -8);
  // The image is captured after the event.
  requestAnimationFrame(() => badge.remove());
}
