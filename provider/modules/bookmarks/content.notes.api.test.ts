import { expect, test } from 'vitest';
import { limits } from '@/lib/contract/limits';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createImporter } from '@/provider/testing/imports';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp } = tested;
const { importFile, list } = createImporter(tested);

const notes = '# Mine\n\n- the zebrafish, *again*\t"quoted"\n';

const create = async (person: TestAccount, body: { url: string; notes?: string; force?: boolean }) =>
  (await call('bookmarks.create', { body: { title: 'Page', ...body } }, person)).body;

const notesOf = async (person: TestAccount) => (await list(person)).map((bookmark) => bookmark.notes);

test('notes are saved as they were written, and only changed when they are sent', async () => {
  const person = await signUp();
  const { uuid } = await create(person, { url: 'https://example.com/', notes });
  expect(await notesOf(person)).toEqual([notes]);
  await call('bookmarks.update', { params: { uuid }, body: { title: 'Other' } }, person);
  expect(await notesOf(person)).toEqual([notes]);
  await call('bookmarks.update', { params: { uuid }, body: { notes: '' } }, person);
  expect(await notesOf(person)).toEqual(['']);
  const tooLong = { notes: 'x'.repeat(limits.notesLength + 1) };
  expect((await call('bookmarks.update', { params: { uuid }, body: tooLong }, person)).status).toBe(422);
});

test('a search finds notes, and says so', async () => {
  const person = await signUp();
  const { uuid } = await create(person, { url: 'https://example.com/', notes });
  const found = (await call('search.find', { query: { q: 'zebrafish' } }, person)).body;
  expect(found.matches).toMatchObject([{ uuid, field: 'notes' }]);
});

test('an encrypted bookmark has no notes outside of its envelope, nor in the journal of changes', async () => {
  const person = await signUp();
  const { uuid } = await create(person, { url: 'https://example.com/', notes });
  const twin = await create(person, { url: 'https://example.com/', notes: 'Twin', force: true });
  await call('bookmarks.merge', { body: { keep: uuid, uuids: [twin.uuid] } }, person);
  const body = { encrypted: true, cipher: sampleEnvelope() };
  await call('bookmarks.update', { params: { uuid }, body }, person);
  expect((await list(person))[0]?.notes).toBeNull();
  const stored = await call('bookmarks.stored', { params: { uuid } }, person);
  expect(JSON.stringify(stored.body)).not.toContain('zebrafish');
});

test('merged bookmarks have the notes of all, and undo restores them', async () => {
  const person = await signUp();
  const kept = await create(person, { url: 'https://example.com/', notes: 'One' });
  const [two, same] = await Promise.all([
    create(person, { url: 'https://example.com/', notes: 'Two', force: true }),
    create(person, { url: 'https://example.com/', notes: 'One', force: true }),
  ]);
  const { body } = await call(
    'bookmarks.merge',
    { body: { keep: kept.uuid, uuids: [two.uuid, same.uuid] } },
    person,
  );
  expect(body.bookmark.notes).toBe('One\n\nTwo');
  await call('bookmarks.undo', { params: { uuid: body.undo ?? '' } }, person);
  expect((await notesOf(person)).sort()).toEqual(['One', 'One', 'Two']);
});

test.each(['html', 'json'] as const)('notes survive an export and an import in %s', async (format) => {
  const [person, other] = [await signUp(), await signUp()];
  await create(person, { url: 'https://example.com/', notes });
  const { body } = await call('bookmarks.export', { query: { format } }, person);
  const file = await body.text();
  await importFile(other, file);
  expect(await notesOf(other)).toEqual([notes]);
  // Imported again, they stay as they are; of another library, both remain.
  await importFile(other, file);
  expect(await notesOf(other)).toEqual([notes]);
  const [bookmark] = await list(other);
  const params = { uuid: bookmark?.uuid ?? '' };
  await call('bookmarks.update', { params, body: { notes: 'Other' } }, other);
  await importFile(other, file);
  expect(await notesOf(other)).toEqual([`Other\n\n${notes}`]);
});
