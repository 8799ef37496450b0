import { afterEach, expect, test, vi } from 'vitest';
import { changeKey, type ChangeParts } from '@/components/features/vault/key-dialog';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import { keyOf } from '@/lib/vault/decrypt-text';
import { decryptedTexts, showDecrypted } from '@/lib/vault/decrypted';
import { encryptedRows, setUpVault, uuidOf } from '@/lib/vault/testing/local-vault';

afterEach(() => showDecrypted());

const key = 'seven herons on the weir';
const next = 'nine otters in the reeds';

/**
 * A vault with bookmarks under one key, and the parts sent of its change; one call takes five, a part takes
 * three.
 */
async function setUp(count: number) {
  const rows = await encryptedRows(
    key,
    Array.from({ length: count }, (_, at) => at + 1),
  );
  const { vault } = setUpVault(rows);
  await vault.unlock(key);
  const sent: unknown[] = [];
  const send = {
    whole: vi.fn<ChangeParts['send']['whole']>(async ({ items, ...rest }) =>
      sent.push({ whole: items.length, ...rest }),
    ),
    begin: vi.fn(async () => ({ uuid: uuidOf(99) })),
    add: vi.fn<ChangeParts['send']['add']>(async (_, items) => sent.push(items.length)),
    apply: vi.fn<ChangeParts['send']['apply']>(async (_, body) => sent.push({ apply: body })),
    isStored: vi.fn<ChangeParts['send']['isStored']>(async () => true),
  };
  const steps: string[] = [];
  const old = keyOf(rows[0]?.cipher ?? null) ?? '';
  const room = (items: number) => ({ items, characters: 100_000 });
  const run = (passphrase = next, parts: Partial<ChangeParts> = {}) =>
    changeKey(
      { vault, send, whole: room(5), part: room(3), ...parts },
      {
        old,
        choice: { passphrase, create: true },
        hintFor: () => 'New',
        onProgress: (step, done) => steps.push(`${step} ${done}`),
      },
    );
  return { vault, rows, old, send, sent, steps, run };
}

test('a small change is sent in one call, and each envelope decrypts with the new key', async () => {
  const { send, sent, old, run, steps, vault, rows } = await setUp(5);
  expect(await run()).toEqual({ changed: 5, damaged: 0 });
  expect(sent).toEqual([{ whole: 5, hint: 'New', replaces: old }]);
  expect(steps.at(-1)).toBe('sending 5');
  const items = send.whole.mock.calls[0]?.[0].items ?? [];
  const again = rows.map((row, at) => ({ ...row, cipher: items[at]?.cipher ?? null }));
  await vault.decryptBookmarks(again);
  expect(again.map(({ uuid }) => decryptedTexts().get(uuid)?.title)).toEqual(
    rows.map((_, at) => `Title ${at + 1}`),
  );
});

test('a large change is staged in parts, and the last call has their total', async () => {
  const { sent, old, run } = await setUp(9);
  expect(await run()).toEqual({ changed: 9, damaged: 0 });
  // A page has two: after the fourth page they no longer fit one call.
  expect(sent).toEqual([3, 3, 2, 1, { apply: { count: 9, hint: 'New', replaces: old } }]);
});

test('a part has no more characters than allowed, even if that is less than one envelope', async () => {
  const { sent, run } = await setUp(6);
  await run(next, { part: { items: 3, characters: 10 } });
  expect(sent.slice(0, -1)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('damaged bookmarks stay, and with them the old key', async () => {
  const { rows, sent, run } = await setUp(3);
  const [first] = rows;
  if (first?.cipher) rows[0] = { ...first, cipher: `${first.cipher.slice(0, -4)}AAAA` };
  expect(await run()).toEqual({ changed: 2, damaged: 1 });
  expect(sent).toEqual([{ whole: 2, hint: 'New' }]);
});

test('changing to the same key is refused, and nothing is sent', async () => {
  const { sent, run, send } = await setUp(9);
  expect(await run(key)).toBeNull();
  expect([sent, send.begin.mock.calls]).toEqual([[], []]);
});

test('a lost response to the last call is retried, an error is not', async () => {
  const lost = await setUp(9);
  lost.send.apply.mockRejectedValueOnce(new NetworkFailure(new Error('gone')));
  expect(await lost.run()).toEqual({ changed: 9, damaged: 0 });
  expect(lost.send.apply).toHaveBeenCalledTimes(2);
  const refused = await setUp(9);
  refused.send.apply.mockRejectedValueOnce(new Error('refused'));
  await expect(refused.run()).rejects.toThrow('refused');
  expect(refused.send.apply).toHaveBeenCalledTimes(1);
});

test('a change that was executed although its response was lost is a success', async () => {
  const { run, send } = await setUp(5);
  send.whole.mockRejectedValueOnce(new NetworkFailure(new Error('gone')));
  send.whole.mockRejectedValueOnce(new ApiProblem(409, { code: 'OUTDATED' }));
  expect(await run()).toEqual({ changed: 5, damaged: 0 });
  expect(send.isStored).toHaveBeenCalledWith(send.whole.mock.calls[0]?.[0].items[0]);
});
