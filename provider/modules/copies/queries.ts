import { and, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Copy } from '@/lib/contract/copies';
import type { Executor } from '@/provider/db/client';
import { copies } from '@/provider/db/schema/copies';
import type { ProviderDeps } from '@/provider/deps';
import { hasPageTexts } from '@/provider/modules/pages/jobs';
import { Problem } from '@/provider/problem';

/** A bookmark of an account. */
export interface CopyOf {
  readonly accountId: string;
  readonly id: string;
}

/** The name of the document of a copy among the files of its bookmark. */
export const documentName = (id: string): string => `copy/${id}`;
export const pictureName = (id: string, picture: string): string => `${documentName(id)}/${picture}`;

const { text: _text, ...columns } = getTableColumns(copies);

/** A copy without its text. */
export type CopyRecord = Omit<typeof copies.$inferSelect, 'text'>;

const isOf = ({ accountId, id }: CopyOf) => and(eq(copies.accountId, accountId), eq(copies.bookmarkId, id));

/** Returns the versions of a page, the current one first. */
export const listCopies = (db: Executor, owner: CopyOf): Promise<CopyRecord[]> =>
  db.select(columns).from(copies).where(isOf(owner)).orderBy(desc(copies.seenAt), desc(copies.id));

/** Returns a copy of a bookmark. Throws NOT_FOUND. */
export async function findCopy(db: Executor, owner: CopyOf, id: string): Promise<CopyRecord> {
  const [found] = await db
    .select(columns)
    .from(copies)
    .where(and(isOf(owner), eq(copies.id, id)));
  if (!found) throw new Problem('NOT_FOUND');
  return found;
}

export const presentCopy = (copy: CopyRecord): Copy => ({
  uuid: copy.id,
  kind: copy.kind,
  title: copy.title,
  url: copy.url,
  createdAt: copy.createdAt.toISOString(),
  seenAt: copy.seenAt.toISOString(),
  bytes: copy.bytes,
  pictures: copy.pictures,
  wordCount: copy.wordCount,
  changed: copy.added === null || copy.removed === null ? null : { added: copy.added, removed: copy.removed },
});

/** The choice for the collections of `bookmarks b`: one that keeps copies decides, else one that does not. */
const isChosen: SQL = sql`coalesce((
  select bool_or(k.keeps_copies) from bookmark_collections l
    join collections k on k.account_id = l.account_id and k.id = l.collection_id
  where l.account_id = b.account_id and l.bookmark_id = b.id), true)`;

/** Whether copies are kept of `bookmarks b`, of `accounts a`: by the plan, and by the choice for its collections. */
export const keepsCopies = (deps: Pick<ProviderDeps, 'config'>): SQL =>
  sql`(${hasPageTexts(deps)} and ${isChosen})`;
