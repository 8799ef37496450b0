import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { v7 as newUuid } from 'uuid';
import { fillSpace } from '@/bench/data/fill';
import { requestJson, type RunningApp, type Visitor } from '@/bench/lib/app';
import { median, time } from '@/bench/lib/load';
import { atMost, section } from '@/bench/lib/report';

const many = 10_000;
/** Size of an encrypted title, URL and a few tags, padded, including the initialization vector and the tag. */
const encryptedBytes = 28 + 512;

/** Returns a random envelope header: version, parameters and salt. To the service, the bytes after it are opaque. */
function makeKey(): string {
  const head = randomBytes(24);
  head.set([1, 1]);
  head.writeUInt32BE(600_000, 2);
  return head.toString('base64url');
}
const envelope = (key: string): string => `mw1.${key}${randomBytes(encryptedBytes).toString('base64url')}`;

interface Row {
  uuid: string;
  updatedAt: string;
}

const send = (app: RunningApp, visitor: Visitor, method: string, body: object): Promise<unknown> =>
  requestJson(app, visitor, '/bookmarks/encrypted', { method, body: JSON.stringify(body) });

async function readAll(app: RunningApp, visitor: Visitor): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const at = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    type Page = { content: Row[]; next: string | null };
    const page: Page = await requestJson(app, visitor, `/bookmarks/encrypted?space=all&trash=with${at}`);
    rows.push(...page.content);
    cursor = page.next;
  }
  return rows;
}

async function readUnencrypted(app: RunningApp, { spaceId }: Visitor): Promise<Row[]> {
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; updated_at: Date }>(
      'select id, updated_at from bookmarks where space_id = $1 and not encrypted order by md5(id::text) limit $2',
      [spaceId, many],
    );
    return rows.map((row) => ({ uuid: row.id, updatedAt: row.updated_at.toISOString() }));
  } finally {
    await client.end();
  }
}

const once = async (work: () => Promise<unknown>): Promise<number> => (await time(1, work))[0] ?? 0;
const encrypt = (rows: readonly Row[], key: string) =>
  rows.map(({ uuid, updatedAt }) => ({ uuid, updatedAt, cipher: envelope(key) }));

/**
 * Measures the service with 10,000 encrypted bookmarks in a library of 100,000. The work of the client is measured in
 * unlocking.ts.
 */
export async function encrypting(app: RunningApp, visitor: Visitor): Promise<void> {
  section('Encrypted bookmarks, 10,000 beside 100,000');
  await fillSpace(app.databaseUrl, { ...visitor, bookmarks: 100_000 });
  const [first, second] = [makeKey(), makeKey()];
  const items = Array.from({ length: many }, () => ({ uuid: newUuid(), cipher: envelope(first) }));
  atMost(
    'save 10,000 envelopes at once',
    await once(() => send(app, visitor, 'POST', { items })),
    5_000,
    'ms',
  );
  const keys = () => requestJson(app, visitor, '/bookmarks/keys');
  await time(3, keys);
  atMost('keys of an account, median', median(await time(20, keys)), 60, 'ms');
  await readAll(app, visitor);
  atMost('read 10,000 envelopes, page by page', await once(() => readAll(app, visitor)), 1_500, 'ms');
  const change = { items: encrypt(await readAll(app, visitor), second), replaces: first };
  atMost(
    'change the key of 10,000 at once',
    await once(() => send(app, visitor, 'PUT', change)),
    5_000,
    'ms',
  );
  const plain = { items: encrypt(await readUnencrypted(app, visitor), second) };
  atMost(
    'encrypt 10,000 unencrypted ones at once',
    await once(() => send(app, visitor, 'PUT', plain)),
    15_000,
    'ms',
  );
}
