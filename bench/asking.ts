import { eq } from 'drizzle-orm';
import expectedSets from '@/evaluation/ask/expected-sets.json' with { type: 'json' };
import { judgeQuestion, type Judged } from '@/evaluation/ask/judge';
import { library, libraryCollections, type LibraryBookmark } from '@/evaluation/ask/library';
import type { Question } from '@/evaluation/ask/question';
import { questions } from '@/evaluation/ask/questions';
import { call, startProvider, type Client } from '@/bench/lib/provider-client';
import { atLeast, record, section } from '@/bench/lib/report';
import { askSentences } from '@/bench/sentences';
import { openDatabase, type Database } from '@/provider/db/client';
import { migrate } from '@/provider/db/migrate';
import { bookmarks, collections as collectionTable } from '@/provider/db/schema/library';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { signUp } from '@/provider/testing/accounts';
import { startEphemeralPostgres } from '@/tooling/testing/ephemeral-postgres';

interface NamedClient extends Client {
  keys: ReadonlyMap<string, string>;
}

const at = (day: string, time: string): Date => new Date(`${day}T${time}:00Z`);
const has = ({ marks = [] }: LibraryBookmark, mark: NonNullable<LibraryBookmark['marks']>[number]): boolean =>
  marks.includes(mark);

/** Stores the evaluation library in the account. Returns the key of each bookmark by its id. */
async function fill(db: Database, client: Client): Promise<Map<string, string>> {
  const collections = new Map<string, string>();
  for (const { name, isPublic = false } of libraryCollections) {
    const body = JSON.stringify({ name, security: isPublic ? 1 : 0 });
    const { uuid } = await call<{ uuid: string }>(client, '/collections/create', { method: 'POST', body });
    collections.set(name, uuid);
  }
  const [uncategorized] = await db.select().from(collectionTable).where(eq(collectionTable.isDefault, true));
  const collectionIdsOf = ({ collections: names = [] }: LibraryBookmark): string[] =>
    (names.length === 0 ? [uncategorized?.id] : names.map((name) => collections.get(name))).filter(
      (id) => id !== undefined,
    );
  const ids = await insertBookmarks(
    db,
    client.person,
    library.map((bookmark) => ({
      title: bookmark.title,
      url: bookmark.url,
      tags: [...(bookmark.tags ?? [])],
      description: bookmark.description ?? '',
      collections: collectionIdsOf(bookmark),
      createdAt: at(bookmark.created, '12:00'),
      lastAccessedAt: bookmark.visited === undefined ? null : at(bookmark.visited, '12:30'),
      visits: bookmark.visits ?? 0,
      favorite: has(bookmark, 'favorite'),
      highlighted: has(bookmark, 'highlighted'),
    })),
  );
  for (const [index, bookmark] of library.entries()) {
    const id = ids[index] ?? '';
    // Set afterwards: both states result from later events.
    if (has(bookmark, 'broken')) await db.update(bookmarks).set({ broken: true }).where(eq(bookmarks.id, id));
    if (has(bookmark, 'encrypted')) {
      const body = JSON.stringify({ encrypted: true, cipher: sampleEnvelope() });
      await call(client, `/bookmarks/${id}/update`, { method: 'PUT', body });
    }
  }
  return new Map(ids.map((id, index) => [id, library[index]?.key ?? '']));
}

interface SearchResponse {
  bookmarks: { uuid: string }[];
  query: { closest: boolean; dropped: unknown[] };
}

async function find(client: NamedClient, text: string, locale: string) {
  const path = `/search?mode=ask&size=200&q=${encodeURIComponent(text)}`;
  const { bookmarks: found, query } = await call<SearchResponse>(client, path, {
    headers: { 'accept-language': locale },
  });
  return {
    found: new Set(found.map(({ uuid }) => client.keys.get(uuid) ?? uuid)),
    isClosest: query.closest || query.dropped.length > 0,
  };
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
const mean = (values: readonly number[]): number =>
  share(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );

interface AskedQuestion extends Judged {
  /** Whether any bookmark matches the question. */
  hasAnswer: boolean;
  /** Whether the response reports that its hits lack words or conditions. */
  isClosest: boolean;
  precision: number;
  recall: number;
  missing: readonly string[];
  surplus: readonly string[];
}

function setOf(sets: Readonly<Record<string, string>>, text: string): string {
  const set = sets[text];
  if (set === undefined)
    throw new Error(`no set is expected of "${text}": evaluation/ask/write-expected-sets.ts`);
  return set;
}

async function askAll(
  client: NamedClient,
  locale: 'en' | 'pt-BR',
  some: readonly Question[],
): Promise<AskedQuestion[]> {
  const sets: Readonly<Record<string, string>> = expectedSets[locale];
  const asked: AskedQuestion[] = [];
  for (const question of some) {
    const expected = new Set(
      setOf(sets, question[0])
        .split(' ')
        .filter((key) => key !== ''),
    );
    const { found, isClosest } = await find(client, question[0], locale);
    const common = [...found].filter((key) => expected.has(key)).length;
    asked.push({
      ...judgeQuestion(question, locale),
      hasAnswer: expected.size > 0,
      isClosest,
      precision: share(common, found.size),
      recall: share(common, expected.size),
      missing: [...expected].filter((key) => !found.has(key)),
      surplus: [...found].filter((key) => !expected.has(key)),
    });
  }
  return asked;
}

const exactOf = (some: readonly AskedQuestion[]): number => mean(some.map(({ isExact }) => Number(isExact)));

function report(name: string, seen: readonly AskedQuestion[], heldOut: readonly AskedQuestion[]): void {
  const all = [...seen, ...heldOut];
  section(`Asking in ${name}, ${all.length} questions`);
  atLeast('compiled to exactly the intended query', exactOf(all), 0.95, '');
  record({
    name: `of the ${seen.length} that the rules were developed or corrected with`,
    value: exactOf(seen),
    unit: '',
  });
  record({ name: `of the ${heldOut.length} that were held out`, value: exactOf(heldOut), unit: '' });
  const precisionOf = (some: readonly AskedQuestion[]): number =>
    mean(some.map(({ precision }) => precision));
  const answered = all.filter(({ hasAnswer }) => hasAnswer);
  // Hits that are reported as only close do not count as wrong.
  const claimed = all.map(({ hasAnswer, isClosest, precision }) => (isClosest && !hasAnswer ? 1 : precision));
  atLeast(
    `precision of the ${answered.length} that a bookmark matches, mean`,
    precisionOf(answered),
    0.95,
    '',
  );
  atLeast('precision of all, without hits that are reported as only close', mean(claimed), 0.95, '');
  record({ name: 'precision of all, close hits counted as wrong', value: precisionOf(all), unit: '' });
  record({ name: 'recall of the hits, mean', value: mean(all.map(({ recall }) => recall)), unit: '' });
  for (const { text, expected, compiled, isExact } of all) {
    if (!isExact)
      process.stdout.write(`    ${text}\n      expected ${expected}\n      compiled ${compiled}\n`);
  }
  for (const { text, isExact, hasAnswer, isClosest, missing, surplus } of all) {
    if (!hasAnswer && isClosest) continue;
    if (isExact && missing.length + surplus.length > 0) {
      const [less, more] = [missing, surplus].map((keys) => keys.join(' ') || 'none');
      process.stdout.write(
        `    ${text}\n      compiled as expected; missing hits: ${less}; surplus hits: ${more}\n`,
      );
    }
  }
}

/** Runs the questions of evaluation/ask against the provider on a separate database. */
export async function asking(): Promise<void> {
  const postgres = await startEphemeralPostgres();
  await migrate(postgres.url);
  const db = openDatabase({ url: postgres.url });
  try {
    const { provider, deps } = startProvider(db);
    const person = await signUp(deps);
    const keys = await fill(db, { provider, person });
    const client = { provider, person, keys };
    for (const { language, locale, seen, heldOut } of questions) {
      report(language, await askAll(client, locale, seen), await askAll(client, locale, heldOut));
    }
    await askSentences(db, deps, provider);
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
}
