import type { Input, Output } from '@/lib/contract/index';
import { keyAtTop } from '@/lib/domain/order-key';
import { searchColumns } from '@/lib/domain/search-vector';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { urlKeyHash } from '@/lib/domain/url-key';
import { newId, type Database } from '@/provider/db/client';
import { bookmarkCollections, bookmarks, type BookmarkRow } from '@/provider/db/schema/library';
import { envelope } from '@/provider/testing/envelopes';
import type { TestAccount, TestProvider } from '@/provider/testing/test-provider';

export interface SampleBookmark extends Partial<Omit<BookmarkRow, 'id' | 'search' | 'titleKey'>> {
  title: string;
  url: string;
  collections: readonly string[];
}

/** Inserts bookmarks directly, like an import, with any dates, marks and positions. Returns their ids. */
export async function insertBookmarks(
  db: Database,
  { accountId, spaceId }: { accountId: string; spaceId: string },
  samples: readonly SampleBookmark[],
): Promise<string[]> {
  const rows = samples.map(({ collections, title, url, tags = [], description = '', ...rest }, index) => {
    const { domain, path } = parseBookmarkUrl(url);
    const createdAt = rest.createdAt ?? new Date(Date.UTC(2026, 0, 1, 0, 0, index));
    const row = {
      ...rest,
      id: newId(),
      accountId,
      spaceId,
      title,
      url,
      urlKey: urlKeyHash(url),
      domain,
      path,
      description: description ?? '',
      tags,
      encrypted: false,
      favorite: rest.favorite ?? false,
      highlighted: rest.highlighted ?? false,
      orderKey: rest.orderKey ?? keyAtTop(createdAt, index),
      createdAt,
      updatedAt: rest.updatedAt ?? createdAt,
      ...searchColumns({ title, tags, domain, path, description: description ?? '' }),
    };
    return { row, collections };
  });
  const links = rows.flatMap(({ row, collections }) =>
    collections.map((collectionId) => ({
      accountId,
      collectionId,
      bookmarkId: row.id,
      spaceId,
      live: !row.deletedAt,
      createdAt: row.createdAt,
    })),
  );
  await db.insert(bookmarks).values(rows.map(({ row }) => row));
  if (links.length > 0) await db.insert(bookmarkCollections).values(links);
  return rows.map(({ row }) => row.id);
}

export type FindQuery = NonNullable<Input<'search.find'>['query']>;

/** Creates a bookmark with a unique url. */
export const sample = (title: string, more: Partial<SampleBookmark> = {}): SampleBookmark => ({
  title,
  url: `https://site.example/${newId().slice(-12)}`,
  collections: [],
  ...more,
});

/** Creates search helpers that use the API of a test provider. */
export function createFinder({ call, signUp, db }: Pick<TestProvider, 'call' | 'signUp' | 'db'>) {
  const find = async (
    person: { token: string; spaceId?: string },
    query: FindQuery,
  ): Promise<Output<'search.find'>> => (await call('search.find', { query }, person)).body;

  return {
    find,
    titles: async (person: TestAccount, query: FindQuery) =>
      (await find(person, query)).bookmarks.map(({ title }) => title),
    /** Creates an account with these bookmarks. */
    library: async (...samples: SampleBookmark[]): Promise<TestAccount> => {
      const person = await signUp();
      await insertBookmarks(db, person, samples);
      return person;
    },
  };
}

type Item = Input<'bookmarks.reencrypt'>['body']['items'][number];

/** Creates helpers that save and re-encrypt encrypted bookmarks. */
export function createEncrypter({ call, db }: Pick<TestProvider, 'call' | 'db'>) {
  return {
    /** Saves bookmarks encrypted with a key, each with its own hint; returns their ids. */
    saveEncrypted: async (person: TestAccount, key: string, count: number): Promise<string[]> => {
      const items = Array.from({ length: count }, (_, at) => ({
        uuid: newId(),
        cipher: envelope(key),
        hint: `Hint ${at}`,
      }));
      await call('bookmarks.createEncrypted', { body: { items } }, person);
      return items.map(({ uuid }) => uuid);
    },
    /** Returns update items for the current bookmarks with these ids, each with an envelope of the key. */
    encryptAll: async (uuids: readonly string[], key: string): Promise<Item[]> => {
      const { rows } = await db.$client.query<{ id: string; updated_at: Date }>(
        'select id, updated_at from bookmarks where id = any ($1::uuid[])',
        [uuids],
      );
      return rows.map((row) => ({
        uuid: row.id,
        cipher: envelope(key),
        updatedAt: row.updated_at.toISOString(),
      }));
    },
  };
}
