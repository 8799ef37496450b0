import type { Bookmark } from '@/lib/contract/bookmarks';
import { createRing } from '@/lib/crypto/core/ring';
import { createKeyring } from '@/lib/crypto/keyring';
import type { KeyId } from '@/lib/crypto/types';
import { sampleBookmark } from '@/lib/api/testing/samples';
import type { Transport } from '@/lib/api/query-client';
import { createVault } from '@/lib/vault/create-vault';
import { keyOf } from '@/lib/vault/decrypt-text';
import { startLocalWorker } from '@/lib/vault/testing/local-worker';

export const account = '00000000-0000-7000-8000-000000000001';
export const uuidOf = (number: number): string =>
  `00000000-0000-7000-9000-${String(number).padStart(12, '0')}`;

/** Page size of the fake service. */
const pageSize = 2;

/** Returns bookmarks encrypted on another device, titled by number. */
export async function encryptedRows(passphrase: string, numbers: readonly number[]): Promise<Bookmark[]> {
  const ring = createRing();
  const key = await ring.create(passphrase);
  const secret = (number: number) => ({
    title: `Title ${number}`,
    url: `https://www.example.com/${number}`,
    description: '',
    tags: 'one,two',
  });
  const items = numbers.map((number) => ({ uuid: uuidOf(number), secret: secret(number) }));
  const ciphers = await ring.encrypt(account, key, items);
  const hidden = { title: null, url: null, domain: null, path: null, description: null, tags: '' };
  return items.map(({ uuid }, age) =>
    sampleBookmark(uuid, { age, ...hidden, encrypted: true, cipher: ciphers[age] ?? '' }),
  );
}

/** Creates a vault on a fake service; `told` counts notifications of other tabs, `asked` lists the calls. */
export function setUpVault(rows: Bookmark[]) {
  const service = { rows, asked: [] as string[], told: 0, isGuarded: false };
  const keys = () => {
    const byKey = Map.groupBy(service.rows, (row) => keyOf(row.cipher) ?? '');
    return [...byKey].map(([key, all]) => ({
      key,
      hint: all[0]?.hint ?? null,
      count: all.length,
      createdAt: '2026-01-01T00:00:00.000Z',
      samples: all.slice(0, 3).map(({ uuid, cipher }) => ({ uuid, cipher: cipher ?? '' })),
    }));
  };
  const page = (key: KeyId | undefined, cursor: string | undefined) => {
    const from = Number(cursor ?? 0);
    const all = service.rows.filter((row) => key === undefined || keyOf(row.cipher) === key);
    const next = from + pageSize < all.length ? String(from + pageSize) : null;
    return { content: all.slice(from, from + pageSize), next };
  };
  const call = ((id: string, { query }: { query?: { key?: string; cursor?: string } }) => {
    service.asked.push(id);
    return Promise.resolve(id === 'bookmarks.keys' ? { content: keys() } : page(query?.key, query?.cursor));
  }) as unknown as Transport;
  const vault = createVault({
    call,
    makeKeyring: () => Promise.resolve(createKeyring(account, startLocalWorker)),
    guard: () => {
      service.isGuarded = true;
      return { tellOthers: () => (service.told += 1), stop: () => (service.isGuarded = false) };
    },
  });
  return { vault, service };
}
