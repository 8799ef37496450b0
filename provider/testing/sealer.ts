import type { Input } from '@/lib/contract/index';
import { newId } from '@/provider/services/new-id';
import { envelope } from '@/provider/testing/envelopes';
import type { TestAccount, TestProvider } from '@/provider/testing/test-provider';

type Item = Input<'bookmarks.reencrypt'>['body']['items'][number];

/** Saves encrypted bookmarks, and makes new envelopes for them. */
export function createSealer({ call, db }: Pick<TestProvider, 'call' | 'db'>) {
  return {
    /** Bookmarks under a key, each with a hint of its own; answers their ids. */
    saveSealed: async (person: TestAccount, key: string, count: number): Promise<string[]> => {
      const items = Array.from({ length: count }, (_, at) => ({
        uuid: newId(),
        cipher: envelope(key),
        hint: `Hint ${at}`,
      }));
      await call('bookmarks.createEncrypted', { body: { items } }, person);
      return items.map(({ uuid }) => uuid);
    },
    /** The bookmarks with these ids as they stand, each with an envelope of the key. */
    sealed: async (uuids: readonly string[], key: string): Promise<Item[]> => {
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
