import { isBlank, trimTitle } from '@/lib/contract/blank';
import { searchColumns } from '@/lib/domain/search-vector';
import { describeError } from '@/lib/observability/describe-error';
import { inTransaction, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { createReadPageMetadata, type PageMetadata } from '@/provider/integrations/page-metadata';
import { serveFavicon } from '@/provider/services/favicons';
import { lockSpaces } from '@/provider/services/lock-spaces';

interface DueBookmark {
  id: string;
  spaceId: string;
  accountId: string;
  url: string;
  attempts: number;
}

/** Pages that are fetched at the same time by this process. */
const concurrency = 4;
const attemptsMax = 4;
/** The pause after the first attempt; it grows tenfold with each further one. */
const pauseMinutes = 1;

// A claim moves the bookmark's time on, so that no other process takes it, and it comes back if this process ends.
const claim = `
  update metadata_fetches f set attempts = f.attempts + 1,
    due_at = $1::timestamptz + ${pauseMinutes} * (10 ^ f.attempts) * interval '1 minute'
  from bookmarks b
  where f.bookmark_id = (
      select bookmark_id from metadata_fetches where due_at <= $1 order by due_at limit 1 for update skip locked)
    and b.id = f.bookmark_id
  returning b.id, b.space_id as "spaceId", b.account_id as "accountId", b.url, f.attempts::integer as attempts`;

/**
 * Fetches title, description and icon of bookmarks that were saved without a title. The queue is a table: any process
 * can take a bookmark up, and a page that cannot be read is tried again later, a few times.
 */
export class MetadataQueue {
  private isStarted = false;
  private isAwake = false;
  private underWay: Promise<void> | null = null;
  private readonly ending = new AbortController();

  constructor(private readonly deps: ProviderDeps) {}

  start(): void {
    this.isStarted = true;
    this.wake();
  }

  /** Aborts what is being fetched; it comes back. */
  async stop(): Promise<void> {
    this.isStarted = false;
    this.ending.abort();
    await this.underWay;
  }

  /** Says that a bookmark waits. Does nothing in a process that runs no jobs. */
  wake(): void {
    this.isAwake = true;
    if (!this.isStarted) return;
    this.underWay ??= this.run().finally(() => {
      this.underWay = null;
      if (this.isAwake) this.wake();
    });
  }

  /** Fetches what is due now; resolves when nothing is. */
  async work(isWanted: () => boolean = () => true): Promise<void> {
    const next = async () => {
      while (isWanted()) {
        const due = await this.claimNext();
        if (due === undefined) return;
        await this.fetch(due);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, next));
  }

  private async run(): Promise<void> {
    while (this.isAwake && this.isStarted) {
      this.isAwake = false;
      await this.work(() => this.isStarted).catch((error: unknown) => {
        this.deps.log.warn({ error: describeError(error) }, 'fetching titles failed, it is tried again');
      });
    }
  }

  private async claimNext(): Promise<DueBookmark | undefined> {
    const { db, clock } = this.deps;
    const { rows } = await db.$client.query<DueBookmark>(claim, [clock()]);
    return rows[0];
  }

  private async fetch(due: DueBookmark): Promise<void> {
    const { id, url, accountId, attempts } = due;
    const { db, fetchPage } = this.deps;
    const { signal } = this.ending;
    const page = await createReadPageMetadata(fetchPage)(url, { accountId, signal });
    if (signal.aborted) return;
    if (page !== null) {
      await fill(this.deps, due, page);
      await serveFavicon(this.deps, url, accountId);
    } else if (attempts >= attemptsMax) {
      await db.$client.query('delete from metadata_fetches where bookmark_id = $1', [id]);
    }
  }
}

interface FilledRow {
  title: string;
  description: string;
  tags: string[];
  domain: string;
  path: string;
  /** It has the url and is in the space that it had when it was claimed. */
  isSame: boolean;
}

/**
 * Fills the title and the description that are still blank, and removes the bookmark from the queue. The time of the
 * last change stays: an editor that is open meanwhile can be saved. A bookmark whose url or space changed meanwhile
 * stays in the queue and is fetched again at once.
 */
async function fill(
  { db, clock }: ProviderDeps,
  { id, spaceId, accountId, url }: DueBookmark,
  page: PageMetadata,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSpaces(tx, accountId, [spaceId]);
    const { rows } = await tx.query<FilledRow>(
      `select title, coalesce(description, '') as description, tags, domain, path,
         url = $2 and space_id = $3 as "isSame" from bookmarks where id = $1 and not encrypted`,
      [id, url, spaceId],
    );
    const [row] = rows;
    const isBlankStill = row !== undefined && isBlank(row.title);
    if (isBlankStill && !row.isSame) {
      await tx.query('update metadata_fetches set due_at = $2, attempts = 0 where bookmark_id = $1', [
        id,
        clock(),
      ]);
      return;
    }
    if (isBlankStill) await writeMetadata(tx, id, row, page);
    await tx.query('delete from metadata_fetches where bookmark_id = $1', [id]);
  });
}

async function writeMetadata(tx: Queryable, id: string, row: FilledRow, page: PageMetadata): Promise<void> {
  const title = trimTitle(page.title ?? '');
  const description = isBlank(row.description) ? (page.description ?? '') : row.description;
  const columns = searchColumns({ ...row, title, description });
  await tx.query(
    `update bookmarks set title = $2, description = $3, title_key = $4, search = $5::tsvector, type = $6,
       index_version = $7
     where id = $1`,
    [id, title, description, columns.titleKey, columns.search, columns.type, columns.indexVersion],
  );
}

const queues = new WeakMap<object, MetadataQueue>();

/** The queue of the provider that these dependencies belong to. */
export function metadataQueue(deps: ProviderDeps): MetadataQueue {
  const known = queues.get(deps.db);
  if (known !== undefined) return known;
  const queue = new MetadataQueue(deps);
  queues.set(deps.db, queue);
  return queue;
}
