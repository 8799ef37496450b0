import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatHead } from '@/lib/crypto/core/envelope';
import { createRing } from '@/lib/crypto/core/ring';
import { account, otherAccount, secret, uuidOf, vectors, type Vector } from '@/lib/crypto/testing/vectors';

const script = path.resolve('docs/examples/open-envelope.mjs');

function decrypt({
  account: owner,
  uuid,
  passphrase,
  envelope,
}: Pick<Vector, 'account' | 'uuid' | 'passphrase' | 'envelope'>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, owner, uuid, envelope], {
    input: `${passphrase}\n`,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const [vector] = vectors;
if (!vector) throw new Error('there are no vectors');

describe('the program in the documentation', () => {
  test('is one page long and uses only Node', () => {
    const text = fs.readFileSync(script, 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
    const imports = [...text.matchAll(/^import .* from '([^']+)'/gm)].map(([, from]) => from);
    expect(imports).toEqual(['node:crypto', 'node:fs']);
  });

  test.each(vectors)('decrypts: $name', (known) => {
    const { status, stdout } = decrypt(known);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(known.secret);
  });

  test('decrypts what the app encrypts today', async () => {
    const ring = createRing();
    const passphrase = 'a passphrase of this test';
    const key = await ring.create(passphrase);
    const [envelope = ''] = await ring.encrypt(account, key, [{ uuid: uuidOf(9), secret }]);
    const { stdout } = decrypt({ account, uuid: uuidOf(9), passphrase, envelope });
    expect(JSON.parse(stdout)).toEqual(secret);
  });

  test.each([
    ['a wrong passphrase', { passphrase: 'wrong' }],
    ['another bookmark', { uuid: uuidOf(99) }],
    ['another account', { account: otherAccount }],
    ['a changed envelope', { envelope: `${vector.envelope.slice(0, -3)}AAA` }],
    ['a later version', { envelope: `mw1.Ag${vector.envelope.slice(6)}` }],
    [
      'too few iterations',
      { envelope: `mw1.${formatHead(1, new Uint8Array(18))}${vector.envelope.slice(36)}` },
    ],
    ['no envelope', { envelope: 'hello' }],
  ])('reports why it does not decrypt %s, and prints no text', (_name, change) => {
    const { status, stdout, stderr } = decrypt({ ...vector, ...change });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n').length).toBe(1);
  });
});
