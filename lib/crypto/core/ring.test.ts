import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { decryptSecret } from '@/lib/crypto/core/aead';
import { fromBase64url, toBase64url } from '@/lib/crypto/core/bytes';
import { formatHead, parseEnvelope } from '@/lib/crypto/core/envelope';
import { deriveKey } from '@/lib/crypto/core/ring';
import { createRing, type Ring } from '@/lib/crypto/core/ring';
import { KeyLocked, UnsafeParameters } from '@/lib/crypto/refusals';
import { account, otherAccount, secret, uuidOf, vectors } from '@/lib/crypto/testing/vectors';
import type { Envelope, DecryptResult, EncryptedItem } from '@/lib/crypto/types';

const passphrase = 'correct horse battery staple';
const headCharacters = 32;

let ring: Ring;
let key: string;
let encrypted: EncryptedItem;

beforeAll(async () => {
  ring = createRing();
  key = await ring.create(passphrase);
  encrypted = { uuid: uuidOf(1), cipher: await encryptOne(uuidOf(1)) };
});

afterEach(() => vi.restoreAllMocks());

async function encryptOne(uuid: string, words = secret): Promise<Envelope> {
  const [cipher = ''] = await ring.encrypt(account, key, [{ uuid, secret: words }]);
  return cipher;
}

const decryptOne = async (item: EncryptedItem, owner = account): Promise<DecryptResult | undefined> =>
  (await ring.decrypt(owner, [item]))[0];

const keyOf = (envelope: Envelope): string => envelope.slice(4, 4 + headCharacters);

const bytesOf = (envelope: Envelope): Uint8Array => fromBase64url(envelope.slice(4)) ?? new Uint8Array();

const withBytes = (change: (bytes: Uint8Array) => void): EncryptedItem => {
  const bytes = bytesOf(encrypted.cipher);
  change(bytes);
  return { uuid: encrypted.uuid, cipher: `mw1.${toBase64url(bytes)}` };
};

const withBitFlipped = (bit: number): EncryptedItem =>
  withBytes((bytes) => {
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  });

// Guarantee: today's envelopes can always be decrypted, by every program that implements the specification.
describe('envelopes of another program', () => {
  test.each(vectors)('$name: can be decrypted', async ({ account: owner, uuid, envelope, ...vector }) => {
    const fresh = createRing();
    const samples = [{ uuid, cipher: envelope }];
    expect(await fresh.unlock(owner, vector.passphrase, keyOf(envelope), samples)).toBe(true);
    expect(await fresh.decrypt(owner, samples)).toEqual([{ secret: vector.secret }]);
  });

  test.each(vectors.filter(({ iterations }) => iterations === 600_000))(
    '$name: is encrypted identically with the same random values',
    async ({ account: owner, uuid, envelope, salt, iv, ...vector }) => {
      const chances = [Buffer.from(salt, 'hex'), Buffer.from(iv, 'hex')];
      vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
        (bytes as unknown as Uint8Array).set(chances.shift() ?? []);
        return bytes;
      });
      const fresh = createRing();
      const made = await fresh.create(vector.passphrase);
      expect(await fresh.encrypt(owner, made, [{ uuid, secret: vector.secret }])).toEqual([envelope]);
    },
  );
});

// Guarantee: an envelope that was modified anywhere is rejected and never decrypts to something else.
describe('a modified envelope', () => {
  test('is rejected with any single bit flipped', async () => {
    const bits = Array.from({ length: bytesOf(encrypted.cipher).length * 8 }, (_, bit) => bit);
    expect(bits.length).toBe((24 + 12 + 256 + 16) * 8);
    const decrypted = await ring.decrypt(account, bits.map(withBitFlipped));
    expect(decrypted.filter((result) => 'secret' in result)).toEqual([]);
    // After the header, the key is still the unlocked one, so the envelope is reported as damaged.
    expect(decrypted.slice(24 * 8)).toEqual(bits.slice(24 * 8).map(() => ({ failure: 'damaged' })));
  });

  test('is rejected with any single bit of its text flipped', async () => {
    const { uuid, cipher } = encrypted;
    const texts = [...cipher].flatMap((_, at) =>
      Array.from({ length: 7 }, (_bit, bit) => {
        const letter = String.fromCharCode(cipher.charCodeAt(at) ^ (1 << bit));
        return cipher.slice(0, at) + letter + cipher.slice(at + 1);
      }),
    );
    const decrypted = await ring.decrypt(
      account,
      texts.map((text) => ({ uuid, cipher: text })),
    );
    expect(decrypted.filter((result) => 'secret' in result)).toEqual([]);
  });

  test('has an authenticated header: its key does not decrypt it with another header', async () => {
    const parsed = parseEnvelope(encrypted.cipher);
    const moved = parseEnvelope(
      `mw1.${formatHead(600_001, new Uint8Array(18))}${encrypted.cipher.slice(36)}`,
    );
    if (!parsed || !moved) throw new Error('an envelope that was made here is none');
    const own = await deriveKey(passphrase, parsed.head);
    const place = { account, uuid: encrypted.uuid };
    expect(await decryptSecret(own, parsed, place)).toEqual({ secret });
    expect(await decryptSecret(own, moved, place)).toEqual({ failure: 'damaged' });
  });

  test('cannot be decrypted for another bookmark or account', async () => {
    const second = { uuid: uuidOf(2), cipher: await encryptOne(uuidOf(2)) };
    expect(await decryptOne({ uuid: second.uuid, cipher: encrypted.cipher })).toEqual({ failure: 'damaged' });
    expect(await decryptOne({ uuid: encrypted.uuid, cipher: second.cipher })).toEqual({ failure: 'damaged' });
    expect(await decryptOne(encrypted, otherAccount)).toEqual({ failure: 'damaged' });
    expect(await decryptOne({ uuid: 'no uuid', cipher: encrypted.cipher })).toEqual({ failure: 'damaged' });
    expect(await decryptOne(encrypted)).toEqual({ secret });
  });

  test('does not prevent decrypting the others', async () => {
    const others = await Promise.all(
      [2, 3, 4].map(async (n) => ({ uuid: uuidOf(n), cipher: await encryptOne(uuidOf(n)) })),
    );
    const [first, middle, last] = await ring.decrypt(
      account,
      [others[0], withBitFlipped(400), others[2]].filter((item) => item !== undefined),
    );
    expect([first, middle, last]).toEqual([{ secret }, { failure: 'damaged' }, { secret }]);
  });
});

describe('parameters', () => {
  // Guarantee: a server can neither request a weak key nor block the browser with a strong one (H-101).
  test.each([0, 1, 599_999, 2_000_001, 0xffffffff])(
    '%i iterations are rejected before anything is derived',
    async (iterations) => {
      const derivations = vi.spyOn(crypto.subtle, 'deriveKey');
      const imports = vi.spyOn(crypto.subtle, 'importKey');
      const head = formatHead(iterations, new Uint8Array(18));
      const samples = [{ uuid: uuidOf(1), cipher: `mw1.${head}${encrypted.cipher.slice(36)}` }];
      await expect(ring.unlock(account, passphrase, head, samples)).rejects.toThrow(UnsafeParameters);
      expect(await ring.decrypt(account, samples)).toEqual([{ failure: 'unreadable' }]);
      expect([derivations.mock.calls, imports.mock.calls]).toEqual([[], []]);
    },
  );

  test.each([
    ['version 0', 0, 0],
    ['version 2', 0, 2],
    ['version 255', 0, 255],
    ['algorithm 0', 1, 0],
    ['algorithm 9', 1, 9],
  ])('%s is rejected, and nothing is derived for it', async (_name, at, value) => {
    const derivations = vi.spyOn(crypto.subtle, 'deriveKey');
    const changed = withBytes((bytes) => (bytes[at] = value));
    expect(await decryptOne(changed)).toEqual({ failure: 'unreadable' });
    await expect(ring.unlock(account, passphrase, keyOf(changed.cipher), [changed])).rejects.toThrow(
      UnsafeParameters,
    );
    expect(derivations).not.toHaveBeenCalled();
  });

  test.each([
    '',
    'mw1',
    'mw1.',
    'mw1.AA',
    'mw2.AQEACSfA',
    '\u0000',
    'mw1.' + 'A'.repeat(31),
    '💥'.repeat(100),
  ])('%j is not an envelope', async (cipher) =>
    expect(await decryptOne({ uuid: uuidOf(1), cipher })).toEqual({ failure: 'unreadable' }),
  );

  test('an envelope truncated anywhere is rejected', async () => {
    const { uuid, cipher } = encrypted;
    const cut = Array.from(cipher, (_, length) => ({ uuid, cipher: cipher.slice(0, length) }));
    expect((await ring.decrypt(account, cut)).filter((result) => 'secret' in result)).toEqual([]);
  });

  test('keys cannot be exported', async () => {
    const parsed = parseEnvelope(encrypted.cipher);
    if (!parsed) throw new Error('an envelope that was made here is none');
    const own = await deriveKey(passphrase, parsed.head);
    expect(own.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', own)).rejects.toThrow();
  });
});

describe('a passphrase', () => {
  test('that is wrong unlocks nothing; the right one unlocks even if some envelopes are damaged', async () => {
    const fresh = createRing();
    const samples = [withBitFlipped(400), encrypted];
    expect(await fresh.unlock(account, 'another passphrase', key, samples)).toBe(false);
    expect(await fresh.decrypt(account, [encrypted])).toEqual([{ failure: 'locked' }]);
    expect(await fresh.unlock(account, passphrase, key, samples)).toBe(true);
    expect(await fresh.decrypt(account, samples)).toEqual([{ failure: 'damaged' }, { secret }]);
  });

  test('unlocks nothing without samples, or with only damaged ones or those of another key', async () => {
    const fresh = createRing();
    expect(await fresh.unlock(account, passphrase, key, [])).toBe(false);
    expect(await fresh.unlock(account, passphrase, key, [withBitFlipped(400)])).toBe(false);
    const foreign = await ring.create(passphrase);
    expect(await fresh.unlock(account, passphrase, foreign, [encrypted])).toBe(false);
  });

  test('is the same for equivalent Unicode encodings, and different with an additional space', async () => {
    const typed = 'café ﬁne Å';
    const made = await ring.create(typed);
    const [cipher = ''] = await ring.encrypt(account, made, [{ uuid: uuidOf(1), secret }]);
    const samples = [{ uuid: uuidOf(1), cipher }];
    const fresh = createRing();
    expect(await fresh.unlock(account, 'cafe\u0301 fine A\u030a', made, samples)).toBe(true);
    expect(await createRing().unlock(account, `${typed} `, made, samples)).toBe(false);
    expect(await createRing().unlock(account, typed.toUpperCase(), made, samples)).toBe(false);
  });

  test('creates a different key every time, and a locked key does not encrypt', async () => {
    const again = await ring.create(passphrase);
    expect(again).not.toBe(key);
    await expect(createRing().encrypt(account, again, [{ uuid: uuidOf(1), secret }])).rejects.toThrow(
      KeyLocked,
    );
  });
});

describe('what an envelope reveals', () => {
  test('10,000 envelopes have 10,000 different IVs, even for the same text and bookmark', async () => {
    const same = Array.from({ length: 10_000 }, () => ({ uuid: uuidOf(1), secret }));
    const made = await ring.encrypt(account, key, same);
    expect(new Set(made.map((cipher) => cipher.slice(36, 52))).size).toBe(10_000);
    expect(new Set(made.map(keyOf))).toEqual(new Set([key]));
  });

  test('its length reveals the length of the text only to 256 bytes', async () => {
    const lengths = await Promise.all(
      Array.from({ length: 600 }, async (_, length) => {
        const cipher = await encryptOne(uuidOf(1), { ...secret, description: 'x'.repeat(length) });
        return bytesOf(cipher).length - 24 - 12 - 16;
      }),
    );
    expect(new Set(lengths)).toEqual(new Set([256, 512, 768]));
  });

  test('nothing of the text', async () => {
    const bytes = Buffer.from(
      bytesOf(await encryptOne(uuidOf(1), { ...secret, title: 'canary '.repeat(50) })),
    );
    expect(bytes.includes('canary')).toBe(false);
    expect(bytes.includes('example.com')).toBe(false);
  });

  test('texts are restored exactly, including lone surrogates', async () => {
    const odd = { title: '\ud800 \u0000 "\\', url: 'javascript:alert(1)', description: ' \n ', tags: '' };
    expect(await decryptOne({ uuid: uuidOf(1), cipher: await encryptOne(uuidOf(1), odd) })).toEqual({
      secret: odd,
    });
  });

  test('nothing is encrypted for an account or bookmark without a valid uuid', async () => {
    await expect(ring.encrypt('me', key, [{ uuid: uuidOf(1), secret }])).rejects.toThrow(TypeError);
    await expect(ring.encrypt(account, key, [{ uuid: 'new', secret }])).rejects.toThrow(TypeError);
  });
});
