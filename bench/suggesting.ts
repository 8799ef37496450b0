import { v7 as uuidv7 } from 'uuid';
import { folderTrees, type Filed, type FolderTree } from '@/bench/data/folder-trees';
import { sampleLibrary } from '@/bench/data/library';
import { quantile, time } from '@/bench/lib/load';
import { atLeast, atMost, record, section } from '@/bench/lib/report';
import { keyAtTop } from '@/lib/domain/order-key';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { createRandom } from '@/lib/utils/random';
import type { CurrentSpace } from '@/provider/actor';
import { openDatabase, type Database } from '@/provider/db/client';
import { suggestCollections } from '@/provider/modules/suggestions/collections';
import { suggestGroups } from '@/provider/modules/suggestions/groups';
import { insertBookmarks } from '@/provider/testing/bookmarks';

interface Owner {
  databaseUrl: string;
  accountId: string;
  /** A space of 100,000 bookmarks. */
  spaceId: string;
}

/** Result of suggesting collections for a hidden bookmark, compared with its folder. */
interface Guess {
  isFirst: boolean;
  isAmongThree: boolean;
  isEmpty: boolean;
  /** Whether another bookmark of its host was not hidden. */
  isHostKnown: boolean;
  /** Whether its folder is the most common folder of its host. */
  isOfHost: boolean;
  /** Whether its folder is one of the three largest. */
  isOfLargest: boolean;
}

const folds = 5;
const suggestedMax = 3;
const seed = 20_260_101;

/** Hides each fifth of every folder tree in turn and lets the provider's code suggest collections for it. */
export async function suggesting({ databaseUrl, accountId, spaceId }: Owner): Promise<void> {
  const db = openDatabase({ url: databaseUrl });
  try {
    section('Suggested collections, in folder trees of which one fifth is hidden');
    const evaluated: { tree: FolderTree; guesses: Guess[] }[] = [];
    for (const tree of folderTrees()) {
      const guesses: Guess[] = [];
      for (let fold = 0; fold < folds; fold += 1)
        guesses.push(...(await evaluateFold(db, accountId, tree, fold)));
      evaluated.push({ tree, guesses });
      report(`${tree.name}${tree.isReal ? ' (real)' : ''}`, guesses);
    }
    const guessesOf = (isReal: boolean): Guess[] =>
      evaluated.filter(({ tree }) => tree.isReal === isReal).flatMap(({ guesses }) => guesses);
    report('all written for this project', guessesOf(false));
    report('all real', guessesOf(true));
    section('Suggested collections, targets');
    // Separate targets: the real lists are far larger and would dominate the result.
    checkTargets('written for this project', guessesOf(false));
    checkTargets('real', guessesOf(true));
    await measure(db, { accountId, spaceId });
  } finally {
    await db.$client.end();
  }
}

const isHostKnown = (guess: Guess): boolean => guess.isHostKnown;
const isAmongThree = (guess: Guess): boolean => guess.isAmongThree;

const share = <T>(all: readonly T[], condition: (one: T) => boolean): number =>
  all.filter(condition).length / Math.max(1, all.length);

function report(name: string, guesses: readonly Guess[]): void {
  const known = guesses.filter(isHostKnown);
  const figures: [string, number][] = [
    ['top 1', share(guesses, ({ isFirst }) => isFirst)],
    ['top 3', share(guesses, isAmongThree)],
    [`top 3, host seen before (${known.length})`, share(known, isAmongThree)],
    ['nothing is suggested', share(guesses, ({ isEmpty }) => isEmpty)],
    ['baseline: most common folder of the host', share(guesses, ({ isOfHost }) => isOfHost)],
    ['baseline, host seen before', share(known, ({ isOfHost }) => isOfHost)],
    ['baseline: the three largest folders', share(guesses, ({ isOfLargest }) => isOfLargest)],
  ];
  for (const [figure, value] of figures)
    record({ name: `${name} (${guesses.length}): ${figure}`, value, unit: '' });
}

function checkTargets(name: string, guesses: readonly Guess[]): void {
  atLeast(`${name}: top 3, host seen before`, share(guesses.filter(isHostKnown), isAmongThree), 0.8, '');
  atLeast(`${name}: top 3, over all`, share(guesses, isAmongThree), 0.6, '');
}

/** Evaluates one fold: four fifths are stored in a new space, and collections are suggested for the other fifth. */
async function evaluateFold(
  db: Database,
  accountId: string,
  tree: FolderTree,
  fold: number,
): Promise<Guess[]> {
  const shuffled = shuffle(tree.bookmarks);
  const kept = shuffled.filter((_, at) => at % folds !== fold);
  const hidden = shuffled.filter((_, at) => at % folds === fold);
  const { spaceId, ids } = await createSpace(db, accountId, [
    ...new Set(shuffled.map(({ folder }) => folder)),
  ]);
  const samples = kept.map(({ folder, ...bookmark }) => ({
    ...bookmark,
    collections: [ids.get(folder) ?? ''],
  }));
  await insertBookmarks(db, { accountId, spaceId }, samples);
  const largest = byBookmarks(kept).slice(0, suggestedMax);
  const guesses: Guess[] = [];
  for (const { folder, ...page } of hidden) {
    const { content } = await suggestCollections({ db }, { accountId, spaceId }, page, 'en');
    const names = content.filter(({ isNew }) => !isNew).map(({ name }) => name);
    const host = parseBookmarkUrl(page.url).domain;
    const [ofHost = null] = byBookmarks(kept.filter(({ url }) => parseBookmarkUrl(url).domain === host));
    guesses.push({
      isFirst: names[0] === folder,
      isAmongThree: names.includes(folder),
      isEmpty: names.length === 0,
      isHostKnown: ofHost !== null,
      isOfHost: ofHost === folder,
      isOfLargest: largest.includes(folder),
    });
  }
  await db.$client.query('delete from spaces where id = $1', [spaceId]);
  return guesses;
}

/** Folders ordered by number of bookmarks, largest first. */
function byBookmarks(filed: readonly Filed[]): string[] {
  const counts = new Map<string, number>();
  for (const { folder } of filed) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([folder]) => folder);
}

function shuffle<T>(list: readonly T[]): T[] {
  const random = createRandom(seed);
  return list
    .map((value) => ({ value, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

async function createSpace(
  { $client }: Database,
  accountId: string,
  folders: readonly string[],
): Promise<{ spaceId: string; ids: Map<string, string> }> {
  const spaceId = uuidv7();
  await $client.query(
    `insert into spaces (id, account_id, name, created_at, last_activity_at) values ($1, $2, 'Folders', now(), now())`,
    [spaceId, accountId],
  );
  const ids = new Map<string, string>();
  for (const [number, name] of ['Uncategorized', ...folders].entries()) {
    const id = uuidv7();
    await $client.query(
      `insert into collections (id, space_id, account_id, name, color, slug, is_default, order_key, created_at, updated_at)
        values ($1, $2, $3, $4, '3b6ea8', $5, $6, $7, now(), now())`,
      [id, spaceId, accountId, name, `folder-${number}`, number === 0, keyAtTop(new Date(), number)],
    );
    if (number > 0) ids.set(name, id);
  }
  return { spaceId, ids };
}

const asked = 100;

async function measure(db: Database, owner: CurrentSpace): Promise<void> {
  section('Suggestions at 100,000 bookmarks');
  const next = sampleLibrary(seed);
  const pages = Array.from({ length: asked }, () => next());
  const ask = (at: number) => suggestCollections({ db }, owner, pages[at] ?? { url: '', title: '' }, 'en');
  await time(20, ask);
  const took = await time(asked, ask);
  record({ name: 'for a page, median', value: quantile(took, 0.5), unit: 'ms' });
  atMost('for a page, p95', quantile(took, 0.95), 50, 'ms');
  const groups = await time(5, () => suggestGroups({ db }, owner, 'en'));
  record({
    name: 'groups of uncollected bookmarks, slowest of five',
    value: Math.max(...groups),
    unit: 'ms',
  });
}
