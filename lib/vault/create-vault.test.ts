import { afterEach, expect, test } from 'vitest';
import { KeyLocked } from '@/lib/crypto/refusals';
import { keyOf, secretOf } from '@/lib/vault/decrypt-text';
import { decryptedTexts, decryptedRow, showDecrypted } from '@/lib/vault/decrypted';
import { KeyTooShort, WrongKey } from '@/lib/vault/vault-types';
import { encryptedRows, setUpVault, uuidOf } from '@/lib/vault/testing/local-vault';
import type { Bookmark } from '@/lib/contract/bookmarks';

afterEach(() => showDecrypted());

const key = 'seven herons on the weir';
const titles = (rows: readonly Bookmark[]) => rows.map((row) => decryptedRow(row).title);
const first = (rows: readonly Bookmark[]): Bookmark => rows[0] as Bookmark;

test('a wrong key decrypts nothing; the right one decrypts every page of its bookmarks, and no others', async () => {
  const mine = await encryptedRows(key, [1, 2, 3, 4, 5]);
  const others = await encryptedRows('another key of mine', [6]);
  const { vault, service } = setUpVault([...mine, ...others]);
  expect(await vault.unlock(`${key} `)).toBe('wrong');
  expect(decryptedTexts().size).toBe(0);
  expect(vault.state().keys).toEqual([]);
  expect(await vault.unlock(key)).toBe('unlocked');
  expect(titles(service.rows)).toEqual(['Title 1', 'Title 2', 'Title 3', 'Title 4', 'Title 5', null]);
  expect(decryptedRow(first(mine))).toMatchObject({
    domain: 'example.com',
    path: '/1',
    tags: 'one,two',
    encrypted: true,
  });
  expect(vault.state()).toMatchObject({
    keys: [{ key: keyOf(first(mine).cipher), count: 5 }],
    isDecrypting: false,
  });
  expect(vault.state().rows).toHaveLength(5);
  expect(vault.state().rows.every(({ title }) => title === null)).toBe(true);
});

test('only a given key is tried', async () => {
  const rows = [...(await encryptedRows(key, [1])), ...(await encryptedRows('another key of mine', [2]))];
  const { vault } = setUpVault(rows);
  expect(await vault.unlock(key, keyOf(rows[1]?.cipher ?? null) ?? '')).toBe('wrong');
  expect(await vault.unlock(key, keyOf(first(rows).cipher) ?? '')).toBe('unlocked');
});

test('a key with too few iterations is rejected, and does not block others', async () => {
  const [safe, weak] = await encryptedRows(key, [1, 2]);
  if (!safe?.cipher || !weak?.cipher) throw new Error('no rows');
  // Unchanged version and algorithm, and one iteration.
  const cipher = `mw1.AQEAAAAB${weak.cipher.slice(12)}`;
  const { vault } = setUpVault([{ ...weak, cipher }, safe]);
  await expect(vault.unlock(key, keyOf(cipher) ?? '')).rejects.toThrow('refused');
  expect(await vault.unlock(key)).toBe('unlocked');
  expect(titles([safe, weak])).toEqual(['Title 1', null]);
});

test('locking discards everything, notifies the other tabs, and cancels pending work', async () => {
  const rows = await encryptedRows(key, [1, 2, 3]);
  const { vault, service } = setUpVault(rows);
  await vault.unlock(key);
  const reading = vault.readDecrypted({ space: 'all' });
  const unlocking = vault.unlock(key);
  vault.lock();
  await expect(reading).rejects.toThrow(KeyLocked);
  await expect(unlocking).rejects.toThrow(KeyLocked);
  expect(decryptedTexts().size).toBe(0);
  expect(vault.state()).toEqual({ keys: [], rows: [], isDecrypting: false });
  expect(service).toMatchObject({ told: 1, isGuarded: false });
  await vault.decryptBookmarks(rows);
  expect(titles(rows)).toEqual([null, null, null]);
  vault.lock('here');
  expect(service.told).toBe(1);
});

test('a passphrase that matches a key in use unlocks it; another one creates a key, if it is long enough', async () => {
  const rows = await encryptedRows(key, [1, 2]);
  const { vault } = setUpVault(rows);
  const item = { uuid: uuidOf(9), secret: secretOf({ ...first(rows), title: 'New' }) };
  const known = await vault.encryptMany({ passphrase: key, create: true }, [item]);
  expect(known.key).toBe(keyOf(first(rows).cipher));
  expect(keyOf(known.encrypted[0]?.cipher ?? null)).toBe(known.key);
  await expect(vault.encryptMany({ passphrase: 'another key', create: false }, [item])).rejects.toThrow(
    WrongKey,
  );
  await expect(vault.encryptMany({ passphrase: 'too short', create: true }, [item])).rejects.toThrow(
    KeyTooShort,
  );
  const made = await vault.encryptMany({ passphrase: 'another key of mine', create: true, hint: 'h' }, [
    item,
  ]);
  expect(made.key).not.toBe(known.key);
  expect(vault.state().keys).toContainEqual({ key: made.key, hint: 'h', count: 0 });
  const again = await vault.encryptMany({ passphrase: 'another key of mine', create: true }, [item]);
  expect(again.key).toBe(made.key);
  expect(again.encrypted[0]?.cipher).not.toBe(made.encrypted[0]?.cipher);
});

test('texts encrypted here are shown when the service returns their bookmark, and failures change nothing', async () => {
  const rows = await encryptedRows(key, [1]);
  const row = first(rows);
  const { vault } = setUpVault(rows);
  await vault.unlock(key);
  const secret = { ...secretOf(decryptedRow(row)), title: 'Edited' };
  const { encrypted } = await vault.encryptMany({ key: keyOf(row.cipher) ?? '' }, [
    { uuid: row.uuid, secret },
  ]);
  expect(titles([row])).toEqual(['Title 1']);
  const edited = { ...row, cipher: encrypted[0]?.cipher ?? '' };
  void vault.decryptBookmarks([edited]);
  expect(titles([edited])).toEqual(['Edited']);
  expect(vault.state().rows).toEqual([edited]);
});

test('later rows are decrypted, moved ones stay locked, and those that became readable are removed', async () => {
  const rows = await encryptedRows(key, [1, 2, 3]);
  const [one, two, three] = rows as [Bookmark, Bookmark, Bookmark];
  const { vault } = setUpVault([one]);
  await vault.unlock(key);
  const moved = { ...three, cipher: two.cipher };
  await vault.decryptBookmarks([two, moved]);
  expect(titles([one, two, moved])).toEqual(['Title 1', 'Title 2', null]);
  const plain = { ...one, encrypted: false, cipher: null, title: 'Plain' };
  await vault.decryptBookmarks([plain]);
  expect(decryptedTexts().has(one.uuid)).toBe(false);
  expect(vault.state().rows).toEqual([two, moved]);
  vault.forget([two.uuid]);
  expect([...decryptedTexts().keys()]).toEqual([]);
});

test('refreshing adds new bookmarks, and removes deleted ones and keys without bookmarks', async () => {
  const rows = await encryptedRows(key, [1, 2]);
  const { vault, service } = setUpVault([first(rows)]);
  await vault.unlock(key);
  service.rows = rows.slice(1);
  await vault.refresh();
  expect([...decryptedTexts().keys()]).toEqual([uuidOf(2)]);
  service.rows = [];
  await vault.refresh();
  expect(vault.state()).toMatchObject({ keys: [], rows: [] });
  expect(decryptedTexts().size).toBe(0);
});

test('reading for a key change reports damaged envelopes, and shows nothing', async () => {
  const rows = await encryptedRows(key, [1, 2]);
  const [one, two] = rows as [Bookmark, Bookmark];
  const { vault } = setUpVault([one, two]);
  await vault.unlock(key);
  showDecrypted();
  const last = two.cipher?.at(-1) === 'A' ? 'B' : 'A';
  const { vault: other } = setUpVault([one, { ...two, cipher: `${two.cipher?.slice(0, -6)}${last}AAAAA` }]);
  await other.unlock(key);
  const read = await other.readDecrypted({ space: 'all', trash: 'with' });
  expect(read.map(({ result }) => ('secret' in result ? result.secret.title : result.failure))).toEqual([
    'Title 1',
    'damaged',
  ]);
});
