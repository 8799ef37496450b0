import { browser, type Browser } from 'wxt/browser';
import type { Import } from '@/lib/contract/imports';
import { createEntry } from '@/lib/formats/create-entry';
import { writeNetscape, type WrittenItem } from '@/lib/formats/netscape/write';
import { call } from '@/extension/lib/client';

/** Firefox also names the type of a node. */
type Node = Browser.bookmarks.BookmarkTreeNode & { readonly type?: string };

export interface ImportChoices {
  /** Only reports what would be imported. */
  readonly dryRun: boolean;
  readonly folders?: 'tree' | 'flat' | 'tags';
  /** Target collection; without it, collections are created from the folders. */
  readonly collection?: string;
}

const pollMs = 500;

/** Asks for the optional permission to read the browser's bookmarks. Must be called by the handler of a click. */
export const requestBookmarks = (): Promise<boolean> =>
  browser.permissions.request({ permissions: ['bookmarks'] });

/** Gives the permission back; the import needs it once. */
export const releaseBookmarks = (): Promise<boolean> =>
  browser.permissions.remove({ permissions: ['bookmarks'] });

/** Returns the browser's bookmarks as a bookmark file, with their folders and dates. */
export async function readBrowserBookmarks(): Promise<Blob> {
  const [root] = await browser.bookmarks.getTree();
  return new Blob([...writeNetscape(itemsIn(root?.children ?? []))], { type: 'text/html' });
}

function* itemsIn(nodes: readonly Node[]): Generator<WrittenItem> {
  for (const { type, url, title, dateAdded, dateGroupModified, children } of nodes) {
    // Firefox has separators among its bookmarks, which have an address of their own.
    if (type === 'separator') continue;
    if (url !== undefined) {
      const addedAt = dateOf(dateAdded);
      yield { kind: 'entry', entry: { ...createEntry({ line: 0, url, title }), addedAt } };
    } else {
      const [addedAt, modifiedAt] = [dateOf(dateAdded), dateOf(dateGroupModified)];
      yield { kind: 'open', folder: { name: title, description: '', addedAt, modifiedAt, extra: {} } };
      yield* itemsIn(children ?? []);
      yield { kind: 'close' };
    }
  }
}

const dateOf = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

/**
 * Sends a bookmark file to the import of the server, or to its preview, and waits until it is finished. Rejects as
 * `call` does; an import that was accepted is finished by the server anyway.
 */
export async function importFile(file: Blob, choices: ImportChoices, signal?: AbortSignal): Promise<Import> {
  const options = signal ? { signal } : {};
  const { uuid } = await call('bookmarks.import', { query: choices, body: file }, options);
  for (;;) {
    const found = await call('bookmarks.getImport', { params: { uuid } }, options);
    if (found.status !== 'queued' && found.status !== 'running') return found;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    signal?.throwIfAborted();
  }
}
