import { setTimeout } from 'node:timers/promises';
import { searchQueries } from '@/bench/data/queries';
import { signInAgain, type RunningApp, type Visitor } from '@/bench/lib/app';
import { createBookmark } from '@/bench/lib/create-bookmark';
import { quantile } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';
import { setPlan } from '@/bench/lib/set-plan';

const users = 10;
/** Debounce of the search field: the shortest time between two requests of a typing user. */
const typingPauseMs = 300;
const times = 10;
const savedOfOneKind = 550;
const savedElsewhere = 20;

async function took(app: RunningApp, visitor: Visitor, query: string): Promise<number> {
  const response = await fetch(`${app.origin}/v1/search?size=5&q=${encodeURIComponent(query)}`, {
    headers: visitor.headers,
  });
  if (!response.ok) throw new Error(`search: ${response.status} ${query}`);
  return ((await response.json()) as { took: number }).took;
}

/** Milliseconds inside the provider (`took`) of each query, in `rounds` rounds. */
async function measure(
  app: RunningApp,
  visitor: Visitor,
  queries: readonly string[],
  rounds: number,
): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const query of queries) taken.push(await took(app, visitor, query));
  }
  return taken;
}

interface KindQuery {
  kind: string;
  query: string;
}

/**
 * The same with ten concurrent users, each starting at another query. A user waits `pauseMs` between a response and the
 * next query. With 0 they search back to back, unlike real users: the machine then always runs ten searches, and each
 * takes ten times the work of one, divided among all cores.
 */
async function measureTogether(
  app: RunningApp,
  visitor: Visitor,
  queries: readonly KindQuery[],
  pauseMs: number,
): Promise<Map<string, number[]>> {
  const taken = new Map<string, number[]>();
  const ask = async (user: number): Promise<void> => {
    const start = (user * 7) % queries.length;
    const mine = [...queries.slice(start), ...queries.slice(0, start)];
    if (pauseMs > 0) await setTimeout((pauseMs * user) / users);
    for (const { kind, query } of [...mine, ...mine, ...mine]) {
      const value = await took(app, visitor, query);
      taken.set(kind, [...(taken.get(kind) ?? []), value]);
      if (pauseMs > 0) await setTimeout(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: users }, (_, user) => ask(user)));
  return taken;
}

export interface SearchFigures {
  words: number;
  misses: number;
  typos: number;
  conditions: number;
  pages: number;
  /** p95 of each kind with ten typing users at once: see {@link measureTogether}. */
  together: Readonly<Record<TogetherKind, number>>;
}

type TogetherKind = 'words' | 'misses' | 'typos' | 'pages';

/** Creates many similar bookmarks in sequence, so that the newest rows are no representative sample of the library. */
async function saveOneKind(app: RunningApp, visitor: Visitor): Promise<void> {
  for (let index = 0; index < savedOfOneKind; index += 1) {
    await createBookmark(app, visitor, index);
  }
}

async function measureKinds(app: RunningApp, visitor: Visitor): Promise<SearchFigures> {
  await signInAgain(visitor);
  const { hits, misses, typos, conditions } = searchQueries;
  const p95 = async (name: string, queries: readonly string[]): Promise<number> => {
    await measure(app, visitor, queries, 2);
    const taken = await measure(app, visitor, queries, times);
    record({ name: `${name}, median`, value: quantile(taken, 0.5), unit: 'ms' });
    record({ name: `${name}, p95`, value: quantile(taken, 0.95), unit: 'ms' });
    return quantile(taken, 0.95);
  };
  await setPlan(app, visitor, 'free');
  const figures = {
    words: await p95('words with hits', hits),
    misses: await p95('words without hits', misses),
    typos: await p95('typing errors and substrings of words', typos),
    conditions: await p95('conditions', conditions),
  };
  const plain = await measureUsers(app, visitor, 'ten users at once', {
    words: hits,
    misses,
    typos,
    conditions,
  });
  await setPlan(app, visitor, 'pro');
  const pages = await p95('words and the text of pages', [...hits, ...typos]);
  await p95('conditions and the text of pages', conditions);
  const paged = await measureUsers(app, visitor, 'ten users at once, and the text of pages', {
    pages: [...hits, ...misses, ...typos],
    conditions,
  });
  await setPlan(app, visitor, 'free');
  const together = {
    words: plain.get('words') ?? 0,
    misses: plain.get('misses') ?? 0,
    typos: plain.get('typos') ?? 0,
    pages: paged.get('pages') ?? 0,
  };
  return { ...figures, pages, together };
}

/** Records ten users, back to back and with the typing pause; returns p95 of each kind with the pause. */
async function measureUsers(
  app: RunningApp,
  visitor: Visitor,
  name: string,
  kinds: Readonly<Record<string, readonly string[]>>,
): Promise<Map<string, number>> {
  const kindQueries = Object.entries(kinds).flatMap(([kind, queries]) =>
    queries.map((query) => ({ kind, query })),
  );
  const recordAll = (title: string, taken: readonly number[]): void => {
    record({ name: `${title}, median`, value: quantile(taken, 0.5), unit: 'ms' });
    record({ name: `${title}, p95`, value: quantile(taken, 0.95), unit: 'ms' });
  };
  const pressed = await measureTogether(app, visitor, kindQueries, 0);
  recordAll(`${name}, back to back`, [...pressed.values()].flat());
  const typed = await measureTogether(app, visitor, kindQueries, typingPauseMs);
  recordAll(`${name}, ${typingPauseMs} ms between responses`, [...typed.values()].flat());
  return new Map([...typed].map(([kind, taken]) => [kind, quantile(taken, 0.95)]));
}

async function measureElsewhere(app: RunningApp, visitor: Visitor): Promise<number> {
  const created = await fetch(`${app.origin}/v1/spaces/create`, {
    method: 'POST',
    headers: visitor.headers,
    body: JSON.stringify({ name: 'Another space' }),
  });
  if (created.status !== 201) throw new Error(`spaces/create: ${created.status} ${await created.text()}`);
  const { uuid } = (await created.json()) as { uuid: string };
  const there = { ...visitor, headers: { ...visitor.headers, 'space-id': uuid } };
  for (let index = 0; index < savedElsewhere; index += 1) await createBookmark(app, there, index);
  await measure(app, there, searchQueries.hits, 2);
  const taken = await measure(app, there, searchQueries.hits, times);
  record({ name: 'words with hits, from another space, median', value: quantile(taken, 0.5), unit: 'ms' });
  record({ name: 'words with hits, from another space, p95', value: quantile(taken, 0.95), unit: 'ms' });
  return quantile(taken, 0.95);
}

/** p95 by kind of query in one library. */
export interface LibraryFigures {
  /** With newest bookmarks similar to the others. */
  readonly even: SearchFigures;
  /** Words with hits, from another space of the account with few bookmarks; both spaces are searched. */
  readonly elsewhere: number;
  /** After several hundred similar bookmarks were created in sequence. */
  readonly uneven: SearchFigures;
}

/** Measures p95 of keyword search inside the provider. The library has the text of every fifth page. */
export async function searching(app: RunningApp, visitor: Visitor, title: string): Promise<LibraryFigures> {
  section(`Keyword search at ${title} bookmarks, inside the provider`);
  const even = await measureKinds(app, visitor);
  const elsewhere = await measureElsewhere(app, visitor);
  section(`The same after ${savedOfOneKind} new bookmarks of one kind`);
  await saveOneKind(app, visitor);
  return { even, elsewhere, uneven: await measureKinds(app, visitor) };
}

const kinds: readonly [TogetherKind, string, number][] = [
  ['words', 'words with hits', 30],
  ['misses', 'words without hits', 30],
  ['typos', 'typing errors and substrings of words', 60],
  ['pages', 'words and the text of pages', 60],
];

/**
 * Compares the figures of 100,000 with the budgets, before and after bookmarks of one kind, and those of 1,000,000 with
 * three times the budgets. The figures of a million after bookmarks of one kind are printed without a budget.
 */
export function judgeSearch(small: LibraryFigures, large: LibraryFigures | null): void {
  section('Keyword search, budgets for p95');
  atMost('at 100,000, words with hits, from another space', small.elsewhere, 30, 'ms');
  const later = `after ${savedOfOneKind} of one kind`;
  for (const [kind, name, budget] of kinds) {
    atMost(`at 100,000, ${name}`, small.even[kind], budget, 'ms');
    atMost(`at 100,000 ${later}, ${name}`, small.uneven[kind], budget, 'ms');
    atMost(`at 100,000, ten users who type, ${name}`, small.even.together[kind], 100, 'ms');
    if (large === null) continue;
    atMost(`at 1,000,000, ${name}`, large.even[kind], 300, 'ms');
    atMost(`at 1,000,000, ten users who type, ${name}`, large.even.together[kind], 300, 'ms');
    record({ name: `at 1,000,000 ${later}, ${name}`, value: large.uneven[kind], unit: 'ms' });
    const together = large.uneven.together[kind];
    record({ name: `at 1,000,000 ${later}, ten users who type, ${name}`, value: together, unit: 'ms' });
  }
}
