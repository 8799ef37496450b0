import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createRing } from '@/lib/crypto/core/ring';
import { createKeyring } from '@/lib/crypto/keyring';
import { CryptoUnavailable, KeyLocked, UnsafeParameters, WorkerFailed } from '@/lib/crypto/refusals';
import { ChannelWorker } from '@/lib/crypto/testing/channel-worker';
import { account, otherAccount, secret, uuidOf } from '@/lib/crypto/testing/vectors';
import type { Keyring, EncryptedItem } from '@/lib/crypto/types';
import { createMessageHandler } from '@/lib/crypto/worker/message-handler';
import type { WorkerLine } from '@/lib/crypto/worker/client';

const passphrase = 'correct horse battery staple';

const newKeyring = (owner = account): Keyring => createKeyring(owner, () => new ChannelWorker());

const keyrings: Keyring[] = [];
let key: string;
let encrypted: EncryptedItem[];

function keyring(owner?: string): Keyring {
  const made = newKeyring(owner);
  keyrings.push(made);
  return made;
}

beforeAll(async () => {
  const ring = newKeyring();
  key = await ring.create(passphrase);
  const items = Array.from({ length: 1_000 }, (_, number) => ({
    uuid: uuidOf(number),
    secret: { ...secret, title: `Title ${number}` },
  }));
  const ciphers = await ring.encrypt(key, items);
  encrypted = items.map(({ uuid }, at) => ({ uuid, cipher: ciphers[at] ?? '' }));
  ring.lock();
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const ring of keyrings.splice(0)) ring.lock();
  expect(ChannelWorker.running).toBe(0);
});

test('unlocks once and decrypts everything, in order', async () => {
  const ring = keyring();
  expect(await ring.unlock(passphrase, key, encrypted.slice(0, 3))).toBe(true);
  const results = await ring.decrypt(encrypted);
  expect(results).toEqual(encrypted.map((_, n) => ({ secret: { ...secret, title: `Title ${n}` } })));
});

test('processes a long list in batches of some hundred', async () => {
  const ring = keyring();
  await ring.unlock(passphrase, key, encrypted.slice(0, 3));
  ChannelWorker.pieces.length = 0;
  await ring.decrypt(encrypted);
  expect(ChannelWorker.pieces).toEqual([250, 250, 250, 250]);
});

test('reports a damaged envelope and decrypts the others', async () => {
  const ring = keyring();
  await ring.unlock(passphrase, key, encrypted.slice(0, 3));
  const [first, second] = encrypted;
  if (!first || !second) throw new Error('nothing was encrypted');
  expect(
    await ring.decrypt([first, { ...first, uuid: second.uuid }, { ...second, cipher: 'mw1.x' }, second]),
  ).toEqual([
    { secret: { ...secret, title: 'Title 0' } },
    { failure: 'damaged' },
    { failure: 'unreadable' },
    { secret: { ...secret, title: 'Title 1' } },
  ]);
});

test('the keys of one account do not decrypt envelopes of another', async () => {
  const ring = keyring(otherAccount);
  expect(await ring.unlock(passphrase, key, encrypted.slice(0, 3))).toBe(false);
});

test('a wrong passphrase is not an error, but unsafe parameters are', async () => {
  const ring = keyring();
  expect(await ring.unlock('wrong', key, encrypted.slice(0, 3))).toBe(false);
  expect(await ring.unlock('', key, encrypted.slice(0, 3))).toBe(false);
  await expect(ring.unlock(passphrase, 'A'.repeat(32), [])).rejects.toThrow(UnsafeParameters);
  await expect(ring.encrypt(key, [{ uuid: uuidOf(1), secret }])).rejects.toThrow(KeyLocked);
});

describe('after locking', () => {
  test('the worker is terminated, everything is locked, and unlocking again works', async () => {
    const ring = keyring();
    await ring.unlock(passphrase, key, encrypted.slice(0, 3));
    expect(ChannelWorker.running).toBe(1);
    ring.lock();
    ring.lock();
    expect(ChannelWorker.running).toBe(0);
    expect(await ring.decrypt(encrypted)).toEqual(encrypted.map(() => ({ failure: 'locked' })));
    await expect(ring.encrypt(key, [{ uuid: uuidOf(1), secret }])).rejects.toThrow(KeyLocked);
    expect(await ring.unlock(passphrase, key, encrypted.slice(0, 3))).toBe(true);
    expect(await ring.decrypt(encrypted.slice(0, 1))).toEqual([{ secret: { ...secret, title: 'Title 0' } }]);
  });

  test('a pending decryption returns nothing, not even completed batches', async () => {
    const ring = keyring();
    await ring.unlock(passphrase, key, encrypted.slice(0, 3));
    ChannelWorker.pieces.length = 0;
    const result = ring.decrypt(encrypted);
    await vi.waitUntil(() => ChannelWorker.pieces.length > 1, { interval: 1 });
    ring.lock();
    expect(await result).toEqual(encrypted.map(() => ({ failure: 'locked' })));
  });

  test('pending calls to unlock, create or encrypt are rejected', async () => {
    const ring = keyring();
    await ring.unlock(passphrase, key, encrypted.slice(0, 3));
    const asked = [
      ring.unlock(passphrase, key, encrypted.slice(0, 3)),
      ring.create(passphrase),
      ring.encrypt(key, [{ uuid: uuidOf(1), secret }]),
    ];
    ring.lock();
    for (const call of asked) await expect(call).rejects.toThrow(KeyLocked);
  });
});

describe('failures', () => {
  // Guarantee: without WebCrypto there is no fallback.
  test('without WebCrypto every call rejects, and no worker is started', async () => {
    const ring = keyring();
    vi.stubGlobal('crypto', {});
    const calls = [
      () => ring.unlock(passphrase, key, []),
      () => ring.create(passphrase),
      () => ring.encrypt(key, []),
      () => ring.decrypt([]),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow(CryptoUnavailable);
    expect(ChannelWorker.running).toBe(0);
  });

  test('a failed worker rejects pending calls, and the next call starts another', async () => {
    const lines: WorkerLine[] = [];
    const ring = createKeyring(account, () => {
      const line = new ChannelWorker();
      lines.push(line);
      return line;
    });
    keyrings.push(ring);
    const asked = ring.unlock(passphrase, key, encrypted.slice(0, 3));
    lines[0]?.onerror?.(new Event('error') as never);
    await expect(asked).rejects.toThrow(WorkerFailed);
    expect(await ring.unlock(passphrase, key, encrypted.slice(0, 3))).toBe(true);
    expect(lines.length).toBe(2);
  });
});

describe('messages', () => {
  const handleMessage = createMessageHandler(createRing());
  const item = { uuid: uuidOf(1), cipher: 'mw1.' };

  test.each([
    ['nothing', null],
    ['a text', 'decrypt'],
    ['another call', { id: 1, account, call: 'export' }],
    ['a name from the prototype', { id: 1, account, call: 'toString' }],
    ['no number', { account, call: 'create', passphrase }],
    ['no account', { id: 1, call: 'create', passphrase }],
    ['no passphrase', { id: 1, account, call: 'create' }],
    ['no list', { id: 1, account, call: 'decrypt', items: item }],
    ['an item without an envelope', { id: 1, account, call: 'decrypt', items: [item, { uuid: uuidOf(1) }] }],
    [
      'a secret without words',
      { id: 1, account, call: 'encrypt', key: 'k', items: [{ uuid: uuidOf(1), secret: {} }] },
    ],
    ['samples that are none', { id: 1, account, call: 'unlock', passphrase, key: 'k', samples: [null] }],
  ])('the worker ignores %s', async (_name, message) => expect(await handleMessage(message)).toBeNull());

  test('errors are returned by kind, without their messages', async () => {
    expect(await handleMessage({ id: 7, account, call: 'encrypt', key: 'k', items: [] })).toEqual({
      id: 7,
      failure: 'locked',
    });
    const unsafe = { id: 8, account, call: 'unlock', passphrase, key: 'k', samples: [] };
    expect(await handleMessage(unsafe)).toEqual({ id: 8, failure: 'unsafe' });
  });
});
