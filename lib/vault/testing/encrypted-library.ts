import { caseClock, caseLibrary, publicCollections } from '@/lib/domain/query/testing/cases';
import { decryptedText } from '@/lib/vault/decrypt-text';
import type { DecryptedText } from '@/lib/vault/decrypted';
import { buildIndex, emptyIndex } from '@/lib/vault/build-index';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import type { TestProvider } from '@/provider/testing/test-provider';

/** Creates the case library in its own account, with some bookmarks encrypted, and unlocked on the device. */
export async function encryptedLibrary(
  { call, signUp, db }: Pick<TestProvider, 'call' | 'signUp' | 'db'>,
  isEncrypted: (index: number) => boolean,
) {
  const person = await signUp({ plan: 'pro' });
  const reader = { ...person, headers: { 'time-zone': caseClock.timeZone } };
  const places = new Map<string, string>();
  for (const name of new Set(caseLibrary.flatMap(({ collections = [] }) => collections))) {
    const security = publicCollections.includes(name) ? 1 : 0;
    places.set(name, (await call('collections.create', { body: { name, security } }, person)).body.uuid);
  }
  const { content: collections } = (await call('collections.list', { query: {} }, person)).body;
  const defaultCollection = collections.find(({ isDefault }) => isDefault)?.uuid ?? '';
  const ids = await insertBookmarks(
    db,
    person,
    caseLibrary.map(({ title, url, description = '', tags = [], ...more }) => ({
      title,
      url,
      description,
      tags: [...tags],
      collections: more.collections?.map((name) => places.get(name) ?? '') ?? [defaultCollection],
      favorite: more.isFavorite ?? false,
      highlighted: more.isHighlighted ?? false,
      later: more.isLater ?? false,
      readAt: more.readAt === undefined ? null : new Date(more.readAt),
      broken: more.isBroken ?? false,
      createdAt: new Date(more.createdAt),
      lastAccessedAt: more.visitedAt === undefined ? null : new Date(more.visitedAt),
      visits: more.visits ?? 0,
    })),
  );
  const texts = new Map<string, DecryptedText>();
  for (const [index, uuid] of ids.entries()) {
    const { title = '', url = '', description = '', tags = [] } = caseLibrary[index] ?? {};
    if (!isEncrypted(index)) continue;
    const cipher = sampleEnvelope(index);
    texts.set(uuid, decryptedText(cipher, { title, url, description, tags: tags.join(',') }));
    await call('bookmarks.update', { params: { uuid }, body: { encrypted: true, cipher } }, person);
  }
  const { content: rows } = (await call('bookmarks.list', { query: { size: 100 } }, person)).body;
  const index = await buildIndex(rows, texts, { pause: () => Promise.resolve(), defaultCollection });
  const titleOf = new Map(ids.map((id, place) => [id, caseLibrary[place]?.title ?? '']));
  return { reader, collections, defaultCollection, rows, texts, index: index ?? emptyIndex, titleOf };
}

export type EncryptedLibrary = Awaited<ReturnType<typeof encryptedLibrary>>;
