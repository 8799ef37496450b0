import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { notify, takeToasts, undoLatest } from '@/components/common/notify';
import { EncryptingRun } from '@/components/features/import-export/encrypting-run';
import type { Choices, EncryptingStep } from '@/components/features/import-export/plan';
import { firstChoices, type Refusal } from '@/components/features/import-export/import-step';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
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
type Changed = Input<'bookmarks.reencrypt'>['body']['items'];

/** A service that stores the bookmarks and all calls that it receives. */
class Service {
  readonly requests: string[] = [];
  readonly kept: Created = [];
  /** The encrypted bookmarks of the space. */
  rows: Bookmark[] = [];
  refusal: Error | null = null;

  readonly transport = (async (id: string, input: unknown) => {
    this.requests.push(`${id} ${JSON.stringify(input)}`);
    if (id === 'bookmarks.keys') return { content: this.keys() };
    if (id === 'bookmarks.encrypted') return { content: this.rows, next: null };
    if (this.refusal !== null) throw this.refusal;
    if (id === 'bookmarks.createEncrypted')
      this.kept.push(...(input as Input<'bookmarks.createEncrypted'>).body.items);
    if (id === 'bookmarks.reencrypt') this.change((input as Input<'bookmarks.reencrypt'>).body.items);
    return {};
  }) as Transport;

  /** Makes the imported bookmarks the rows of the list. */
  list(): void {
    this.rows = this.kept.map(
      ({
        uuid,
        cipher,
        favorite = false,
        highlighted = false,
        visits = 0,
        createdAt,
        lastAccessedAt = null,
      }) =>
        ({
          ...{
            uuid,
            cipher,
            favorite,
            highlighted,
            visits,
            lastAccessedAt,
            encrypted: true,
            deletedAt: null,
          },
          ...{ title: null, url: null, description: null, tags: '', updatedAt: '2026-01-01T00:00:00.000Z' },
          createdAt: createdAt ?? '2026-01-01T00:00:00.000Z',
        }) as Bookmark,
    );
  }

  private change(items: Changed): void {
    this.rows = this.rows.map((row) => {
      const change = items.find(({ uuid }) => uuid === row.uuid);
      if (change === undefined) return row;
      if (change.updatedAt !== row.updatedAt) throw new ApiProblem(409, {});
      return { ...row, ...change, updatedAt: '2026-02-02T00:00:00.000Z' } as Bookmark;
    });
  }

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

// Guarantee: nothing of the file's contents reaches the service, neither for the preview nor for the import.
test('only envelopes leave the device, with dates, stars and the hint', async () => {
  const run = newRun();
  await run.read();
  expect(last()).toMatchObject({ kind: 'preview', refusal: null });
  expect(service.requests).toEqual([]);
  await run.start(newKey);
  expect(last()).toMatchObject({ kind: 'finished', report: { created: 2, duplicates: 1 }, refusal: null });
  expect(service.requests.join('\n')).not.toMatch(/canary|secret|folder|horse/i);
  expect(service.kept).toEqual([
    expect.objectContaining({ createdAt: '2017-07-14T02:40:00.000Z', favorite: false, hint: 'four words' }),
    expect.objectContaining({ favorite: true }),
  ]);
  const keyring = createKeyring(account, () => new ChannelWorker());
  const [first] = service.kept;
  expect(await keyring.unlock(passphrase, first?.cipher.slice(4, 36) ?? '', service.kept)).toBe(true);
  expect(
    (await keyring.decrypt(service.kept)).map((one) => ('secret' in one ? one.secret.title : one)),
  ).toEqual(['Canary one', 'Canary two']);
  keyring.lock();
});

test('Ctrl/Cmd+Z does not undo the change before an import that was started', async () => {
  const undo = vi.fn();
  const run = newRun();
  await run.read();
  notify({ message: 'Moved', undo });
  const done = run.start(newKey);
  undoLatest();
  expect(undo).not.toHaveBeenCalled();
  await done;
  takeToasts();
});

test('a file is imported by one call, into the chosen collection', async () => {
  const run = newRun();
  await run.read();
  await run.start({ ...newKey, collection: '0193a5c0-3333-7abc-8def-0123456789ab' });
  expect(service.requests.filter((call) => call.startsWith('bookmarks.createEncrypted'))).toHaveLength(1);
  expect(service.kept.map(({ collections }) => collections)).toEqual(
    Array.from({ length: 2 }, () => ['0193a5c0-3333-7abc-8def-0123456789ab']),
  );
});

test('a passphrase that is already in use creates no second key', async () => {
  for (let time = 0; time < 2; time += 1) {
    const run = newRun();
    await run.read();
    await run.start(newKey);
    vault.lock();
  }
  expect(new Set(service.kept.map(({ cipher }) => cipher.slice(4, 36))).size).toBe(1);
});

test('undoing moves only the imported bookmarks to the trash', async () => {
  const run = newRun();
  await run.read();
  await run.start(newKey);
  await run.undo();
  expect(last()).toEqual({ kind: 'undone', count: 2 });
  const body = { uuids: service.kept.map(({ uuid }) => uuid), action: 'delete' };
  expect(service.requests).toContain(`bookmarks.bulk ${JSON.stringify({ body })}`);
});

describe('the choices of the user', () => {
  const secrets = () => {
    const step = last();
    return step?.kind === 'preview' ? step.plan.bookmarks.map(({ secret }) => secret) : [];
  };

  test('make folders and archived bookmarks what they are to be, after the file is read again', async () => {
    const run = newRun('url,title,folder,status\nhttps://canary.example/,Canary,Maps,archived\n');
    await run.read();
    expect(last()).toMatchObject({
      found: { format: { id: 'table' }, kept: [{ kind: 'folders' }, { kind: 'archived' }] },
      choices: firstChoices,
    });
    expect(secrets()).toMatchObject([{ tags: '' }]);
    await run.setChoices({ ...firstChoices, folders: 'tags', archived: 'tag' });
    expect(secrets()).toMatchObject([{ tags: 'archived,Maps' }]);
    await run.start(newKey);
    expect(last()).toMatchObject({ kind: 'finished', report: { created: 1 } });
    expect(service.requests.join('\n')).not.toMatch(/canary|maps|archived/i);
  });

  test('map the columns of an unknown table, of which one must be the address', async () => {
    const run = newRun('Quelle,Worum\nhttps://canary.example/,Bread\n');
    await run.read();
    expect(last()).toMatchObject({
      found: { table: { columns: [{ field: 'url' }, { field: null }] }, dropped: [{ kind: 'columns' }] },
    });
    await run.setChoices({ ...firstChoices, columns: [null, 'title'] });
    await run.start(newKey);
    expect(last()).toMatchObject({ kind: 'preview', isUpdating: false });
    await run.setChoices({ ...firstChoices, columns: ['url', 'title'] });
    expect(secrets()).toMatchObject([{ url: 'https://canary.example/', title: 'Bread' }]);
  });

  test('that follow each other are read once, and nothing starts in between', async () => {
    const run = newRun();
    await run.read();
    const first = run.setChoices({ ...firstChoices, folders: 'tags' });
    const second = run.setChoices(firstChoices);
    await run.start(newKey);
    expect(last()).toMatchObject({ kind: 'preview', isUpdating: true });
    await Promise.all([first, second]);
    expect(last()).toMatchObject({ kind: 'preview', isUpdating: false, choices: firstChoices });
    expect(secrets().map(({ tags }) => tags)).toEqual(['secret', '']);
  });
});

describe('bookmarks that are unlocked here', () => {
  const richer = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>
<DT><A HREF="https://canary.example/one" ADD_DATE="1400000000" TAGS="more" VISITATION_COUNT="5">Canary one</A>
<DT><A HREF="https://canary.example/two" HIGHLIGHTED="1">Canary two</A>
</DL>`;
  const importFirst = async () => {
    const run = newRun();
    await run.read();
    await run.start(newKey);
    service.list();
    await vault.refresh();
  };
  const merging: Choices = { key: null, hint: undefined, collection: null };
  const decrypted = () => [...decryptedTexts().values()].map(({ title, tags }) => `${title}: ${tags}`);

  test('take additional data of the file, under their key, and undo restores them', async () => {
    await importFirst();
    const before = service.rows;
    const run = newRun(richer);
    await run.read();
    expect(last()).toMatchObject({
      kind: 'preview',
      plan: { report: { created: 0, merged: { bookmarks: 2, tags: 1, dates: 1, visits: 1 } } },
    });
    await run.start(merging);
    expect(last()).toMatchObject({ kind: 'finished', report: { created: 0, merged: { bookmarks: 2 } } });
    expect(service.requests.join('\n')).not.toMatch(/canary|secret|more/i);
    const [one, two] = service.rows;
    expect(one).toMatchObject({ visits: 5, createdAt: '2014-05-13T16:53:20.000Z' });
    // Its content is unchanged, so its envelope stays.
    expect(two).toMatchObject({ highlighted: true, cipher: before[1]?.cipher });
    await vault.refresh();
    expect(decrypted()).toEqual(['Canary one: secret,more', 'Canary two: ']);

    service.rows = service.rows.map((row) => ({ ...row, visits: row.visits + 1 }));
    await run.undo();
    expect(last()).toEqual({ kind: 'undone', count: 0 });
    await vault.refresh();
    expect(decrypted()).toEqual(['Canary one: secret', 'Canary two: ']);
    const updatedAt = '2026-02-02T00:00:00.000Z';
    expect(service.rows).toEqual(before.map((row) => ({ ...row, visits: row.visits + 1, updatedAt })));
  });

  test('keep later changes, also after undo', async () => {
    await importFirst();
    const run = newRun(richer);
    await run.read();
    await run.start(merging);
    const cipher = service.kept[1]?.cipher ?? '';
    service.rows = service.rows.map((row, at) =>
      at === 0 ? { ...row, cipher, createdAt: '2000-01-01T00:00:00.000Z' } : row,
    );
    await run.undo();
    expect(service.rows[0]).toMatchObject({ cipher, createdAt: '2000-01-01T00:00:00.000Z', visits: 0 });
    expect(service.rows[1]).toMatchObject({ highlighted: false });
  });

  test('do not affect an import while they are in the trash', async () => {
    await importFirst();
    service.rows = service.rows.map((row) => ({ ...row, deletedAt: '2026-01-02T00:00:00.000Z' }));
    const run = newRun(richer);
    await run.read();
    expect(last()).toMatchObject({ plan: { report: { created: 2, merged: { bookmarks: 0 } } } });
  });

  test('are compared also if their key is entered for the import', async () => {
    await importFirst();
    vault.lock();
    const run = newRun(richer);
    await run.read();
    expect(last()).toMatchObject({ plan: { report: { created: 2 } } });
    await run.start(newKey);
    expect(last()).toMatchObject({ report: { created: 0, merged: { bookmarks: 2 } }, uuids: [] });
  });
});

describe('on failure', () => {
  test('the preview is shown again with the reason, and a retry creates nothing twice', async () => {
    const run = newRun();
    await run.read();
    service.refusal = new NetworkFailure(undefined);
    await run.start(newKey);
    expect(last()).toMatchObject({ kind: 'preview', refusal: 'OFFLINE' });
    service.refusal = null;
    await run.start(newKey);
    expect(last()).toMatchObject({ kind: 'finished', report: { created: 2 } });
    const sent = service.requests.filter((call) => call.startsWith('bookmarks.createEncrypted'));
    const uuidsOf = (call: string | undefined) => call?.match(/"uuid":"[^"]+"/g);
    expect(uuidsOf(sent[1])).toEqual(uuidsOf(sent[0]));
  });

  test('a key that matches none in use is refused, and none is created from it', async () => {
    const run = newRun();
    await run.read();
    await run.start({ ...newKey, key: { passphrase, create: false } });
    expect(last()).toMatchObject({ kind: 'preview', refusal: 'WRONG_KEY' });
    expect(service.kept).toEqual([]);
  });

  test('locking in between ends it, and nothing is sent', async () => {
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

  test('a closed screen is not notified', async () => {
    const run = newRun();
    const end = run.begin();
    end();
    const another = newRun();
    await another.read();
    expect(steps.map(({ kind }) => kind)).toEqual(['reading', 'preview']);
    expect(refused).toEqual([]);
  });
});
