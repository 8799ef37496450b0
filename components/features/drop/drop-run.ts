import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { v7 as newId } from 'uuid';
import type { DroppedLink } from '@/components/features/drop/read-links';
import { bookmarkBulk } from '@/lib/api/bookmark-bulk';
import { bookmarkEditing } from '@/lib/api/bookmark-editing';
import { ApiProblem } from '@/lib/api/problem';
import type { Bookmark, Metadata } from '@/lib/contract/bookmarks';
import { readableUrl } from '@/lib/domain/readable-path';

/** Number of pages whose metadata is requested concurrently. */
const fetchesAtOnce = 3;

/**
 * Queue of dropped links. The metadata of their pages is requested a few at a time; they are saved one after
 * another in the order in which they were dropped, which is the order of the list. It is stored beside the
 * query client rather than in a component, so that navigation does not stop it.
 */
export class DropRun {
  private items: readonly DropItem[] = [];
  private readonly listeners = new Set<() => void>();
  private isSaving = false;

  constructor(private readonly client: QueryClient) {}

  readonly getItems = (): readonly DropItem[] => this.items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Returns the ids of the new items. */
  readonly add = (links: readonly DroppedLink[], collection: string | null): readonly string[] => {
    const added = links.map((link): DropItem => {
      const blank = { page: null, existing: null, bookmark: null, isFiled: false, failure: null };
      return { id: newId(), link, collection, status: 'processing', ...blank };
    });
    this.show([...this.items, ...added]);
    this.proceed();
    return added.map(({ id }) => id);
  };

  readonly retry = (id: string): void => {
    const item = this.find(id);
    if (item?.status !== 'error') return;
    this.change(id, { status: item.page === null ? 'processing' : 'fetched', failure: null });
    this.proceed();
  };

  /** Removes a finished item from the panel; a saved bookmark stays saved. */
  readonly dismiss = (id: string): void => {
    this.show(this.items.filter((item) => item.id !== id || !isSettled(item)));
    this.proceed();
  };

  /** Removes all finished items. */
  readonly clear = (): void => this.show(this.items.filter((item) => !isSettled(item)));

  /**
   * Moves the bookmarks that were saved from items to the trash, removes existing ones from the collection that they
   * were added to, and saves no others of the items. Throws if the service refuses.
   */
  readonly takeBack = async (ids: readonly string[]): Promise<TakenBack> => {
    const isOwn = ({ id }: DropItem) => ids.includes(id);
    const isSent = (item: DropItem) => isSettled(item) || item.status === 'saving';
    this.show(this.items.filter((item) => !isOwn(item) || isSent(item)));
    this.proceed();
    await this.until(() => this.items.filter(isOwn).every(isSettled));
    const own = this.items.filter(isOwn);
    let removed = 0;
    for (const [collection, filed] of Map.groupBy(own.filter(isFiling), (item) => item.collection)) {
      const known = filed.map(({ bookmark }) => bookmark);
      removed += await this.removeFrom(collection, known);
      const done = new Set(filed.map(({ id }) => id));
      this.show(this.items.filter(({ id }) => !done.has(id)));
    }
    const uuids = own.flatMap(({ status, bookmark }) =>
      status === 'saved' && bookmark !== null ? [bookmark] : [],
    );
    if (uuids.length > 0) {
      await this.write(bookmarkBulk.change(), { body: { uuids, action: 'delete' }, loaded: [] });
      const gone = new Set(uuids);
      this.show(this.items.filter(({ bookmark }) => bookmark === null || !gone.has(bookmark)));
    }
    return { trashed: uuids.length, removed };
  };

  /** Returns how many bookmarks were in the collection. */
  private async removeFrom(collection: string, uuids: readonly string[]): Promise<number> {
    try {
      const { affected } = await this.write(bookmarkBulk.change(), {
        body: { uuids: [...uuids], action: 'removeFrom', collection },
        loaded: [],
      });
      return affected;
    } catch (error) {
      // The collection, or one of the bookmarks, was deleted in the meantime.
      if (!(error instanceof ApiProblem) || error.code !== 'NOT_FOUND') throw error;
      if (uuids.length === 1) return 0;
      let removed = 0;
      for (const uuid of uuids) removed += await this.removeFrom(collection, [uuid]);
      return removed;
    }
  }

  private until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!holds()) return;
        stop();
        resolve();
      };
      const stop = this.subscribe(check);
      check();
    });
  }

  private proceed(): void {
    const running = this.items.filter(({ status }) => status === 'fetching').length;
    const waiting = this.items.filter(({ status }) => status === 'processing');
    for (const { id } of waiting.slice(0, fetchesAtOnce - running)) void this.fetch(id);
    void this.save();
  }

  private async fetch(id: string): Promise<void> {
    const item = this.change(id, { status: 'fetching' });
    if (!item) return;
    try {
      const page = await this.write(bookmarkEditing.metadata(), { body: { url: item.link.url } });
      this.change(id, { status: 'fetched', page, existing: page.existing });
    } catch (error) {
      // If the page is unreadable, the link is saved by its address; if the service is unreachable, nothing is
      // saved.
      if (error instanceof ApiProblem) this.change(id, { status: 'fetched' });
      else this.change(id, { status: 'error', failure: 'OFFLINE' });
    }
    this.proceed();
  }

  /**
   * Saves ready links, one at a time; a link waits for those that were dropped before it. Existing bookmarks are added
   * to a collection at the end and together, because the service keeps the journal of a limited number of requests.
   */
  private async save(): Promise<void> {
    if (this.isSaving) return;
    const open = this.items.filter((item) => !isSettled(item));
    const next = open.find((item) => !isUnfiled(item)) ?? open[0];
    if (next?.status !== 'fetched') return;
    this.isSaving = true;
    if (isUnfiled(next)) {
      const { collection } = next;
      const together = open.filter(isUnfiled).filter((item) => item.collection === collection);
      await this.file(together, collection);
    } else await this.settle([next], () => this.saveOne(next));
    this.isSaving = false;
    this.proceed();
  }

  /** Settles items by a request; if it fails, they show why. */
  private async settle(items: readonly DropItem[], send: () => Promise<void>): Promise<void> {
    for (const { id } of items) this.change(id, { status: 'ready' });
    try {
      await send();
    } catch (error) {
      const failure = error instanceof ApiProblem ? 'REFUSED' : 'OFFLINE';
      for (const { id } of items) this.change(id, { status: 'error', failure });
    }
  }

  private async saveOne({ id, link, collection, page, existing }: DropItem): Promise<void> {
    this.change(id, { status: 'saving' });
    if (existing) {
      this.keepExisting(id, existing);
      return;
    }
    const text = { title: page?.title || link.title, description: page?.description ?? '' };
    const place = collection === null ? {} : { collections: [collection] };
    try {
      const saved = await this.write(bookmarkEditing.create(), {
        body: { uuid: id, url: link.url, ...text, ...place },
      });
      this.change(id, { status: 'saved', bookmark: saved.uuid });
    } catch (error) {
      const known = error instanceof ApiProblem && error.code === 'ALREADY_EXISTS' && error.extra['bookmark'];
      if (!known) throw error;
      this.change(id, { status: 'fetched', existing: known as Bookmark });
    }
  }

  /** An existing bookmark is not saved twice. */
  private keepExisting(id: string, { uuid }: Bookmark, isFiled = false): void {
    this.change(id, { status: 'existing', bookmark: uuid, isFiled });
  }

  /** Adds existing bookmarks to the collection that they were dropped on; one that is refused stops no others. */
  private file(items: readonly Unfiled[], collection: string): Promise<void> {
    return this.settle(items, async () => {
      try {
        await this.copy(items, collection);
      } catch (error) {
        if (!(error instanceof ApiProblem) || items.length === 1) throw error;
        for (const item of items) await this.file([item], collection);
      }
    });
  }

  private async copy(items: readonly Unfiled[], collection: string): Promise<void> {
    for (const { id } of items) this.change(id, { status: 'saving' });
    const loaded = new Map(items.map(({ existing }) => [existing.uuid, existing]));
    const { affected } = await this.write(bookmarkBulk.change(), {
      body: { uuids: [...loaded.keys()], action: 'copy', collection },
      loaded: [...loaded.values()],
    });
    // Unless none was affected, one that was added by another change since its page was read counts as well.
    for (const { id, existing } of items) this.keepExisting(id, existing, affected > 0);
  }

  private write<Data, Variables, Context>(
    options: ConstructorParameters<typeof MutationObserver<Data, Error, Variables, Context>>[1],
    variables: Variables,
  ): Promise<Data> {
    // The change by the user is the drop itself; these writes follow it, maybe after other changes.
    return new MutationObserver(this.client, { ...options, meta: { keepsUndo: true } }).mutate(variables);
  }

  private find(id: string): DropItem | undefined {
    return this.items.find((item) => item.id === id);
  }

  private change(id: string, change: Partial<DropItem>): DropItem | undefined {
    this.show(this.items.map((item) => (item.id === id ? { ...item, ...change } : item)));
    return this.find(id);
  }

  private show(items: readonly DropItem[]): void {
    this.items = items;
    for (const listener of this.listeners) listener();
  }
}

const runs = new WeakMap<QueryClient, DropRun>();

/** Returns the single run of a page. */
export function dropRunOf(client: QueryClient): DropRun {
  const known = runs.get(client);
  if (known) return known;
  const run = new DropRun(client);
  runs.set(client, run);
  return run;
}

/**
 * Progress of a dropped link: queued (`processing`), its metadata is being requested (`fetching`, `fetched`),
 * next to be saved (`ready`), being saved (`saving`), and in the library, either before (`existing`) or newly
 * (`saved`). `error` can be retried.
 */
export type DropStatus =
  'processing' | 'fetching' | 'fetched' | 'ready' | 'saving' | 'saved' | 'existing' | 'error';

export interface DropItem {
  /** Also the uuid of the bookmark created from it, so that a retry cannot create two. */
  readonly id: string;
  readonly link: DroppedLink;
  /** Target collection; null is the default collection. */
  readonly collection: string | null;
  readonly status: DropStatus;
  /** Metadata of the page, once it was requested. */
  readonly page: Metadata | null;
  /** Its bookmark, if it was in the library before. */
  readonly existing: Bookmark | null;
  /** Uuid of its bookmark in the library. */
  readonly bookmark: string | null;
  /** Whether it added an existing bookmark to the collection. */
  readonly isFiled: boolean;
  /** Why it failed: the service was unreachable, or refused. */
  readonly failure: 'OFFLINE' | 'REFUSED' | null;
}

/** Numbers of bookmarks whose drop was undone. */
export interface TakenBack {
  /** Moved to the trash. */
  readonly trashed: number;
  /** Removed from the collection. */
  readonly removed: number;
}

export const canTakeBack = ({ status, isFiled }: DropItem): boolean => status === 'saved' || isFiled;

/** An item whose existing bookmark is not in the collection yet. */
type Unfiled = DropItem & { readonly collection: string; readonly existing: Bookmark };

const isUnfiled = (item: DropItem): item is Unfiled =>
  item.status === 'fetched' &&
  item.collection !== null &&
  item.existing !== null &&
  !item.existing.collections.some(({ uuid }) => uuid === item.collection);

/** An item that added an existing bookmark to a collection. */
type Filing = DropItem & { readonly collection: string; readonly bookmark: string };

const isFiling = (item: DropItem): item is Filing =>
  item.isFiled && item.collection !== null && item.bookmark !== null;

export const isSettled = ({ status }: DropItem): boolean =>
  status === 'saved' || status === 'existing' || status === 'error';

/** Returns the name of the item: the title of its page, the dragged text, or its address. */
export const nameOf = ({ link, page }: DropItem): string =>
  page?.title ||
  link.title ||
  readableUrl(link.url)
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/$/, '');
