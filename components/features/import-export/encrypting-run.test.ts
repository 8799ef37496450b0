import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EncryptingRun } from '@/components/features/import-export/encrypting-run';
import type { Choices, EncryptingStep } from '@/components/features/import-export/plan';
import type { Refusal } from '@/components/features/import-export/import-step';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import type { Input } from '@/lib/contract';
import { createKeyring } from '@/lib/crypto/keyring';
import { ChannelWorker } from '@/lib/crypto/testing/channel-worker';
import { account } from '@/lib/crypto/testing/vectors';
import type { Transport } from '@/lib/api/query-client';
import { createVault } from '@/lib/vault/create-vault';
import { decryptedTexts } from '@/lib/vault/decrypted';
import type { Vault } from '@/lib/vault/vault-types';

const passphrase = 'correct horse battery staple';
const newKey: Choices = { key: { passphrase, create: true }, hint: 'four words', collection: null };

const html = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>
<DT><H3>A folder that tells</H3><DL><p>
<DT><A HREF="https://canary.example/one" ADD_DATE="1500000000" TAGS="secret">Canary one</A>
<DT><A HREF="https://canary.example/two" FAVORITE="1">Canary two</A><DD>About a canary
<DT><A HREF="https://canary.example/one">Canary one again</A>
</DL></DL>`;

type Created = Input<'bookmarks.createEncrypted'>['body']['items'];

/** A service that keeps what it is sent, and all that it was told. */
class Service {
  readonly heard: string[] = [];
  readonly kept: Created = [];
  refusal: Error | null = null;

  readonly transport = (async (id: string, input: unknown) => {
    this.heard.push(`${id} ${JSON.stringify(input)}`);
    if (id === 'bookmarks.keys') return { content: this.keys() };
    if (id === 'bookmarks.encrypted') return { content: [], next: null };
    if (this.refusal !== null) throw this.refusal;
    if (id === 'bookmarks.createEncrypted')
      this.kept.push(...(input as Input<'bookmarks.createEncrypted'>).body.items);
    return {};
  }) as Transport;

  private keys() {
    const [first] = this.kept;
    return first
      ? [{ key: first.cipher.slice(4, 36), hint: null, count: this.kept.length, samples: this.kept }]
      : [];
  }
}

let service: Service;
let vault: Vault;
let steps: EncryptingStep[];
let refused: Refusal[];

function newRun(content = html): EncryptingRun {
  return new EncryptingRun(new File([content], 'bookmarks.html'), {
    call: service.transport,
    vault,
    decrypted: decryptedTexts,
    refreshLists: () => undefined,
    onStep: (step) => steps.push(step),
    onRefused: (refusal) => refused.push(refusal),
  });
}

const last = (): EncryptingStep | undefined => steps.at(-1);

beforeEach(() => {
  service = new Service();
  steps = [];
  refused = [];
  vault = createVault({
    call: service.transport,
    makeKeyring: () => Promise.resolve(createKeyring(account, () => new ChannelWorker())),
    guard: () => ({ tellOthers: () => undefined, stop: () => undefined }),
  });
});

afterEach(() => vault.lock());

// Guarantee: nothing of the file's contents reaches the service, neither to look into it nor to import it.
test('only envelopes leave the device, with dates, stars and the hint', async () => {
  const run = newRun();
  await run.read();
  expect(last()).toMatchObject({ kind: 'preview', refusal: null });
  expect(service.heard).toEqual([]);
  await run.start(newKey);
  expect(last()).toMatchObject({ kind: 'finished', report: { created: 2, duplicates: 1 }, refusal: null });
  expect(service.heard.join('\n')).not.toMatch(/canary|secret|folder|horse/i);
  expect(service.kept).toEqual([
    expect.objectContaining({ createdAt: '2017-07-14T02:40:00.000Z', favorite: false, hint: 'four words' }),
    expect.objectContaining({ favorite: true }),
  ]);
  const keyring = createKeyring(account, () => new ChannelWorker());
  const [first] = service.kept;
  expect(await keyring.unlock(passphrase, first?.cipher.slice(4, 36) ?? '', service.kept)).toBe(true);
  expect((await keyring.open(service.kept)).map((one) => ('secret' in one ? one.secret.title : one))).toEqual(
    ['Canary one', 'Canary two'],
  );
  keyring.lock();
});

test('all of a file comes in by one call, into the chosen collection', async () => {
  const run = newRun();
  await run.read();
  await run.start({ ...newKey, collection: '0193a5c0-3333-7abc-8def-0123456789ab' });
  expect(service.heard.filter((call) => call.startsWith('bookmarks.createEncrypted'))).toHaveLength(1);
  expect(service.kept.map(({ collections }) => collections)).toEqual(
    Array.from({ length: 2 }, () => ['0193a5c0-3333-7abc-8def-0123456789ab']),
  );
});

test('a passphrase that is in use already makes no second key', async () => {
  for (let time = 0; time < 2; time += 1) {
    const run = newRun();
    await run.read();
    await run.start(newKey);
    vault.lock();
  }
  expect(new Set(service.kept.map(({ cipher }) => cipher.slice(4, 36))).size).toBe(1);
});

test('undoing moves to the trash what came in, and only that', async () => {
  const run = newRun();
  await run.read();
  await run.start(newKey);
  await run.undo();
  expect(last()).toEqual({ kind: 'undone', count: 2 });
  const body = { uuids: service.kept.map(({ uuid }) => uuid), action: 'delete' };
  expect(service.heard).toContain(`bookmarks.bulk ${JSON.stringify({ body })}`);
});

describe('where it goes wrong', () => {
  test('the preview comes back with the reason, and the second try makes nothing twice', async () => {
    const run = newRun();
    await run.read();
    service.refusal = new NetworkFailure(undefined);
    await run.start(newKey);
    expect(last()).toMatchObject({ kind: 'preview', refusal: 'OFFLINE' });
    service.refusal = null;
    await run.start(newKey);
    expect(last()).toMatchObject({ kind: 'finished', report: { created: 2 } });
    const sent = service.heard.filter((call) => call.startsWith('bookmarks.createEncrypted'));
    const uuidsOf = (call: string | undefined) => call?.match(/"uuid":"[^"]+"/g);
    expect(uuidsOf(sent[1])).toEqual(uuidsOf(sent[0]));
  });

  test('a key that was to be one in use and is none is refused, and none is made of it', async () => {
    const run = newRun();
    await run.read();
    await run.start({ ...newKey, key: { passphrase, create: false } });
    expect(last()).toMatchObject({ kind: 'preview', refusal: 'WRONG_KEY' });
    expect(service.kept).toEqual([]);
  });

  test('a lock in between ends it, and nothing was sent', async () => {
    const run = newRun();
    await run.read();
    const started = run.start(newKey);
    vault.lock();
    await started;
    expect(last()).toMatchObject({ kind: 'preview', refusal: 'LOCKED' });
    expect(service.kept).toEqual([]);
  });

  test('an undo that is refused leaves the result as it is', async () => {
    const run = newRun();
    await run.read();
    await run.start(newKey);
    service.refusal = new ApiProblem(500, {});
    await run.undo();
    expect(last()).toMatchObject({ kind: 'finished', isUndoing: false, refusal: 'UNDO_FAILED' });
  });

  test('another file is refused with the reason', async () => {
    await newRun('hello').read();
    expect(refused).toEqual(['IMPORT_INVALID_TYPE']);
  });

  test('a screen that is left hears of nothing', async () => {
    const run = newRun();
    const end = run.begin();
    end();
    const another = newRun();
    await another.read();
    expect(steps.map(({ kind }) => kind)).toEqual(['reading', 'preview']);
    expect(refused).toEqual([]);
  });
});
