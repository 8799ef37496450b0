'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { copyText } from '@/components/common/copy-text';
import { notify } from '@/components/common/notify';
import { marks } from '@/components/entities/bookmark-marks';
import { openVaultDialog } from '@/components/entities/vault-store';
import { pageOptions } from '@/components/features/bookmarks/bookmark-source';
import { useBulk } from '@/components/features/bookmarks/bulk';
import { bulkChoice, changeIn, type ListContext } from '@/components/features/bookmarks/selection';
import { readPagesAgain } from '@/components/features/bookmarks/page-texts';
import type { Destination } from '@/components/features/bookmarks/target-dialog';
import { call } from '@/lib/api/call';
import { pageSize } from '@/lib/api/endpoint';
import { ApiProblem } from '@/lib/api/problem';
import { transportOf } from '@/lib/api/query-client';
import { flagAction, type FlagName } from '@/lib/bookmark/fields';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { BulkQuery } from '@/lib/contract/bulk';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';
import { isLiveUrl } from '@/lib/domain/live-url';
import { decryptedRow } from '@/lib/vault/decrypted';

/** Formats for other programs: every browser, and spreadsheets. */
type SelectionFormat = 'html' | 'csv';

/** Saves the selected bookmarks as a file; they stay selected. `messages` are those of errors. */
async function exportSelection(
  { selection, source }: Pick<ListContext, 'selection' | 'source'>,
  format: SelectionFormat,
  messages: { failed: string; offline: string },
): Promise<void> {
  try {
    const response = await call('bookmarks.exportChosen', {
      body: { ...bulkChoice(selection, source), format },
    });
    save(await response.blob(), nameOf(response) ?? `bookmarks.${format}`);
  } catch (failure) {
    notify({ message: failure instanceof ApiProblem ? messages.failed : messages.offline, tone: 'bad' });
  }
}

/** Returns the file name from the Content-Disposition header, as browsers read it. */
function nameOf({ headers }: Response): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '')?.[1];
  return encoded === undefined ? null : decodeURIComponent(encoded);
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser has started the download when the click handler is done.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

type Selected = Pick<ListContext, 'source' | 'list' | 'selection' | 'client'>;

/** Returns the selected bookmarks that the service can read, including those that were never visible. */
export async function readSelected(context: Selected): Promise<Bookmark[]> {
  const { selection, source } = context;
  const choice = bulkChoice(selection, source);
  const all = 'query' in choice ? await readList(context, choice.query) : await readNamed(context);
  return all.filter(({ encrypted }) => !encrypted);
}

/** Whether a selection is known to contain only encrypted bookmarks. */
export function areEncrypted({ source, list, selection }: Selected): boolean {
  if (source.kind === 'library' && source.view === 'encrypted') return true;
  const known = [...list.rows.values()].filter(({ uuid }) => selection.named.has(uuid));
  return (
    selection.kind === 'some' &&
    known.length === selection.named.size &&
    known.every(({ encrypted }) => encrypted)
  );
}

async function readList({ client }: Selected, { except = [], ...filter }: BulkQuery): Promise<Bookmark[]> {
  const left = new Set(except);
  const read: Bookmark[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...filter, encrypted: false, size: limits.pageSizeMax, cursor };
    const { content, pagination } = await transportOf(client)('bookmarks.list', { query });
    read.push(...content.filter(({ uuid }) => !left.has(uuid)));
    cursor = pagination.next ?? undefined;
  } while (cursor !== undefined);
  return read;
}

/** Visible rows are loaded already; for the rest, the list is read until every uuid is found. */
async function readNamed({ client, source, list, selection: { named } }: Selected): Promise<Bookmark[]> {
  const found = new Map<string, Bookmark>();
  const collect = (rows: Iterable<Bookmark>) => {
    for (const row of rows) if (named.has(row.uuid)) found.set(row.uuid, row);
  };
  collect(list.rows.values());
  const last = Math.ceil((list.total ?? 0) / pageSize);
  for (let page = 1; page <= last && found.size < named.size; page += 1) {
    const { rows } = await client.query(pageOptions(source, page));
    collect(rows);
  }
  return [...found.values()];
}

/** Returns all actions on a selection, each with its success message. */
export function useBarActions(context: ListContext) {
  const t = useTranslations('BookmarkSelection');
  const { run, isPending } = useBulk(context);
  const { encrypt, readPages, isReading } = useReading(context);
  const { source, selection, isTrash } = context;
  const collection = source.kind === 'collection' && !source.smart ? source.uuid : null;
  const known = [...context.list.rows.values()].filter(({ uuid }) => selection.named.has(uuid));
  /** Whether the whole selection is known to have a mark: then it can only be removed. */
  const areAll = (name: FlagName): boolean =>
    selection.kind === 'all'
      ? source.kind === 'library' && source.view === marks[name].view
      : known.length === selection.named.size && known.every((bookmark) => bookmark[name]);
  const setMark = (name: FlagName, value: boolean): void =>
    void run(flagAction(name, value), (count) =>
      t(`done.${value ? marks[name].set : marks[name].clear}`, { count }),
    );
  const setRead = (read: boolean) =>
    run({ action: 'read', read }, (count) => t(read ? 'done.markRead' : 'done.markUnread', { count }));

  return {
    isPending: isPending || isReading,
    isTrash,
    collection,
    areAll,
    move: ({ collection: to, space, name }: Destination) =>
      void run(
        {
          action: 'move',
          ...(space === undefined ? { collection: to } : { space }),
          ...(collection !== null && space === undefined && { from: collection }),
        },
        (count) => t('done.move', { count, name }),
      ),
    copy: ({ collection: to = '', name }: Destination) =>
      void run({ action: 'copy', collection: to }, (count) => t('done.copy', { count, name })),
    removeFrom:
      collection === null
        ? null
        : () => void run({ action: 'removeFrom', collection }, (count) => t('done.removeFrom', { count })),
    tag: (tags: string) => void run({ action: 'tag', tags }, (count) => t('done.tag', { count })),
    untag: (tags: string) => void run({ action: 'untag', tags }, (count) => t('done.untag', { count })),
    setMark,
    toggleMark: (name: FlagName) => setMark(name, !areAll(name)),
    markRead: () => void setRead(true),
    markUnread: () => void setRead(false),
    trash: () => void run({ action: 'delete' }, (count) => t('done.delete', { count })),
    restore: () => void run({ action: 'restore' }, (count) => t('done.restore', { count })),
    /** Null if the whole selection is already encrypted. */
    encrypt: areEncrypted(context) ? null : () => void encrypt(),
    /** Null like `encrypt`. */
    readPages: areEncrypted(context) ? null : () => void readPages(),
    copyLinks: () => void copyLinks(context, t),
    exportAs: (format: SelectionFormat) =>
      void exportSelection(context, format, { failed: t('exportFailed'), offline: t('offline') }),
    erase: () => run({ action: 'erase' }, (count) => t('done.erase', { count })),
  };
}

/** Copies the addresses of the selected bookmarks, one per line; those of locked ones are not known here. */
async function copyLinks(
  context: ListContext,
  t: ReturnType<typeof useTranslations<'BookmarkSelection'>>,
): Promise<void> {
  try {
    const rows = await readSelected(context);
    const links = rows.flatMap((row) => decryptedRow(row).url ?? []);
    if (links.length === 0) notify({ message: t('nothingToCopy') });
    else if (await copyText(links.join('\n')))
      notify({ message: t('done.copyLinks', { count: links.length }) });
    else notify({ message: t('copyFailed'), tone: 'bad' });
  } catch {
    notify({ message: t('offline'), tone: 'bad' });
  }
}

/** Reads the selected bookmarks for dialogs that need them. */
function useReading(context: ListContext) {
  const t = useTranslations('BookmarkSelection');
  const [isReading, setReading] = useState(false);
  const read = async (open: (bookmarks: Bookmark[]) => void) => {
    if (isReading) return;
    setReading(true);
    try {
      open(await readSelected(context));
    } catch {
      notify({ message: t('offline'), tone: 'bad' });
    } finally {
      setReading(false);
    }
  };
  const then = () => changeIn(context, { type: 'clear' });
  /** Asks for the key to encrypt the bookmarks with. */
  const encrypt = () =>
    read((bookmarks) => {
      if (bookmarks.length === 0) notify({ message: t('nothingToEncrypt') });
      else openVaultDialog({ kind: 'encrypt', bookmarks, then });
    });
  const readPages = async () => {
    const max = serviceLimits.pageTextsWritten;
    if (context.count > max) {
      notify({ message: t('tooManyToFetch', { max }) });
      return;
    }
    await read((selected) => {
      const bookmarks = selected.filter(({ url }) => isLiveUrl(url));
      if (bookmarks.length === 0) notify({ message: t('nothingToFetch') });
      else readPagesAgain({ bookmarks, then });
    });
  };
  return { encrypt, readPages, isReading };
}
