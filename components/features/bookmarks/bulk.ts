'use client';

import { MutationObserver, useIsMutating, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { v7 as newUuid } from 'uuid';
import { holdUndo, notify } from '@/components/common/notify';
import { bulkChoice, changeIn, type ListContext } from '@/components/features/bookmarks/selection';
import { undoOnce, useUndo } from '@/components/features/bookmarks/use-bookmark-actions';
import { bookmarkBulk, type BulkBody, isOptimistic } from '@/lib/api/bookmark-bulk';
import { collectionQueries } from '@/lib/api/collections';
import { isInOtherSpace } from '@/lib/api/effects';
import { mutationKey } from '@/lib/api/endpoint';
import { ApiProblem } from '@/lib/api/problem';
import type { Bookmark } from '@/lib/contract/bookmarks';

/**
 * Determines the focus target after a change to a selection: the last selected row, or, if that is gone by
 * then, the row that has replaced it. The returned function moves the focus there, unless it is already
 * somewhere.
 */
export function rememberPlace(uuid: string | undefined): () => void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.dataset['row']);
  const here = Math.max(0, rows.indexOf(uuid));
  const candidates = [...rows.slice(here), ...rows.slice(0, here).reverse()];
  return () => {
    // By then the bar is gone, and with it the focus if it was there.
    requestAnimationFrame(() => {
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      for (const candidate of candidates) {
        const stop = document.querySelector<HTMLElement>(
          `[data-row="${CSS.escape(candidate ?? '')}"] [data-focus]`,
        );
        if (stop) return stop.focus({ preventScroll: true });
      }
    });
  };
}

type WithoutChoice<Body> = Body extends unknown ? Omit<Body, 'uuids' | 'query'> : never;

/** Change to every selected bookmark. */
export type BulkChange = WithoutChoice<BulkBody>;

/** Longer than other toasts: a change to many bookmarks deserves a second look. */
const undoMs = 10_000;

/** Id of the toast of a failed change; the toast of the next attempt replaces it. */
let failed: string | null = null;

/**
 * Changes the whole selection by one call. A successful change clears the selection, a refused one keeps it.
 * It is registered for undo when it is sent, so that the latest change is undone first.
 */
export function useBulk(context: ListContext) {
  const t = useTranslations('BookmarkSelection');
  const { mutateAsync } = useMutation(bookmarkBulk.change());
  // Also one that another dialog or a drop has started.
  const isPending = useIsMutating({ mutationKey: mutationKey('bookmarks.bulk') }) > 0;
  const undoChange = useUndo();

  /** `done` returns the success message for a number of bookmarks. */
  const run = async (change: BulkChange, done: (count: number) => string): Promise<void> => {
    if (isPending) return;
    const { source, selection, setSelection, client } = context;
    const involvesCollections = change.action === 'move' || change.action === 'copy';
    if (involvesCollections && [...selection.named].some((uuid) => isInOtherSpace(client, uuid))) {
      notify({ message: t('otherSpace'), tone: 'bad' });
      return;
    }
    const returnFocus = rememberPlace(selection.anchor?.uuid);
    const loaded = [...context.list.rows.values()].filter(({ uuid }) => selection.named.has(uuid));
    const variables = { body: { ...bulkChoice(selection, source), ...change } as BulkBody, loaded };
    const isErase = change.action === 'erase';
    const isEarly = !isErase && isOptimistic(variables, client);
    const reply = mutateAsync(variables);
    const undo = () => void undoOnce(reply, undoChange);
    const pending = isErase ? null : holdUndo(undo);
    const id = failed ?? newUuid();
    failed = null;
    const end = () => {
      changeIn(context, { type: 'clear' });
      returnFocus();
    };
    const announce = (count: number, canUndo: boolean) =>
      (pending?.notify ?? notify)({
        id,
        message: count === 0 ? t('nothingToDo') : done(count),
        durationMs: undoMs,
        ...(canUndo && { undo }),
      });
    if (isEarly) {
      end();
      announce(loaded.length, true);
    }
    try {
      const { affected, undo: undoId } = await reply;
      if (!isEarly) end();
      if (!isEarly || affected !== loaded.length) announce(affected, undoId !== null);
    } catch (failure) {
      pending?.drop();
      const isGone = failure instanceof ApiProblem && failure.code === 'NOT_FOUND';
      // It is unknown which ones are gone, and including them would fail every change.
      if (isGone) changeIn(context, { type: 'clear' });
      else setSelection(selection);
      failed = id;
      notify({ id, message: isGone ? t('gone') : messageOf(failure, t), tone: 'bad' });
    } finally {
      // The focused row may have left its list by now.
      returnFocus();
    }
  };
  return { run, isPending };
}

/** Returns why nothing was changed; the service returns the reason in the user's language. */
function messageOf(failure: unknown, t: ReturnType<typeof useTranslations<'BookmarkSelection'>>): string {
  if (!(failure instanceof ApiProblem)) return t('offline');
  const reason = failure.errors[0]?.message || failure.message;
  return reason ? t('refused', { reason }) : t('failed');
}

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
