import { zipSync, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ExpansionLimit, readZipEntry, zipEntries, type RandomAccess } from '@/lib/formats/read-zip';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const access = (bytes: Uint8Array): RandomAccess => ({
  size: bytes.length,
  read: (from, to) => Promise.resolve(bytes.subarray(from, to)),
});

async function textOf(file: RandomAccess, name: string, limit = new ExpansionLimit()): Promise<string> {
  const entry = (await zipEntries(file)).find((each) => each.name === name);
  if (entry === undefined) throw new Error('no such file');
  let text = '';
  for await (const chunk of readZipEntry(file, entry, limit)) text += new TextDecoder().decode(chunk);
  return text;
}

/** Sets a field of the record of the first file in the list of files. */
function withField(zip: Uint8Array, at: number, value: number): Uint8Array {
  const changed = zip.slice();
  const record = Buffer.from(changed.buffer).indexOf('PK\u0001\u0002');
  new DataView(changed.buffer).setUint16(record + at, value, true);
  return changed;
}

const files: Zippable = {
  'b.txt': bytesOf('second '.repeat(20_000)),
  'a.txt': [bytesOf('first'), { level: 0 }],
  'folder/': new Uint8Array(0),
};

describe('an archive', () => {
  it('lists its files by name, and reads stored and deflated ones', async () => {
    const file = access(zipSync(files));
    expect((await zipEntries(file)).map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
    expect(await textOf(file, 'a.txt')).toBe('first');
    expect(await textOf(file, 'b.txt')).toBe('second '.repeat(20_000));
  });

  it('is found before a comment', async () => {
    const zip = Buffer.concat([zipSync(files), Buffer.alloc(1_000, 'x')]);
    expect(await zipEntries(access(zip))).toHaveLength(2);
  });

  it('leaves out files that are encrypted or compressed otherwise', async () => {
    const zip = zipSync({ 'a.txt': bytesOf('first') });
    expect(await zipEntries(access(withField(zip, 8, 1)))).toEqual([]);
    expect(await zipEntries(access(withField(zip, 10, 93)))).toEqual([]);
  });

  it('is bounded by what it contains, whatever it declares', async () => {
    const zip = zipSync({ 'a.txt': bytesOf(' '.repeat(10_000_000)) });
    await expect(
      textOf(access(withField(zip, 24, 100)), 'a.txt', new ExpansionLimit(9_999_999)),
    ).rejects.toMatchObject({
      limit: 'bytes',
    });
    await expect(textOf(access(zip), 'a.txt', new ExpansionLimit(10_000_000))).resolves.toHaveLength(
      10_000_000,
    );
  });

  it.each([
    ['without its list of files', (zip: Uint8Array) => zip.subarray(0, 60)],
    ['whose list lies outside', (zip: Uint8Array) => zip.subarray(60)],
  ])('%s is damaged', async (_, damage) =>
    expect(zipEntries(access(damage(zipSync(files))))).rejects.toMatchObject({ fault: 'IMPORT_PARSE_ERROR' }),
  );

  it('with a file that ends too early is damaged', async () => {
    const zip = withField(zipSync({ 'a.txt': bytesOf('first second third fourth '.repeat(100)) }), 20, 10);
    await expect(textOf(access(zip), 'a.txt')).rejects.toMatchObject({ fault: 'IMPORT_PARSE_ERROR' });
  });
});
