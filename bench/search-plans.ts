import { fillSpace } from '@/bench/data/fill';
import { call, startProvider, type Client } from '@/bench/lib/provider-client';
import { section } from '@/bench/lib/report';
import { openDatabase, type Database } from '@/provider/db/client';
import { migrate } from '@/provider/db/migrate';
import { inTransaction } from '@/provider/db/transaction';
import { signUp } from '@/provider/testing/accounts';
import { statementsOf } from '@/provider/testing/statements';
import { startEphemeralPostgres } from '@/tooling/testing/ephemeral-postgres';

interface PlanNode {
  'Index Name'?: string;
  'Actual Rows': number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

interface Plan {
  Plan: PlanNode;
  'Planning Time': number;
  'Execution Time': number;
}

/** Queries that together use every statement of a search. */
const queries = [
  'perf',
  'data',
  'data guide',
  'guide rust',
  'design system',
  'how to',
  'rust qqqq',
  'guide zzyzx',
  'machne learning',
  '"machine learning"',
  'created:2020 data',
  'site:github.com rust',
  'type:video',
] as const;

const indexesOf = (node: PlanNode): string[] => [
  ...(node['Index Name'] === undefined ? [] : [node['Index Name']]),
  ...(node.Plans ?? []).flatMap(indexesOf),
];

/** What a statement of the service does, by a part of its text. */
const names: readonly [RegExp, string][] = [
  [/"sessions"/, 'session'],
  [/"hasAnnotations"/, 'scope'],
  [/mw_expand_word/, 'forms of the words'],
  [/levenshtein_less_equal/, 'unknown words'],
  [/from space_words|join space_words/, 'uses of the words'],
  [/best\.score/, 'closest hits'],
  [/with .*\bh as materialized/s, 'matches of the whole query'],
  [/as total/, 'count'],
  [/^select h\.id/, 'hits in an order'],
  [/with ordinality as h/, 'rows of the page'],
  [/"page_contents"/, 'texts of the hits'],
  [/from tags/, 'tags by name'],
  [/from collections/, 'collections by name'],
];

const nameOf = (text: string): string =>
  names.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? text.trim().slice(0, 28).replace(/\s+/g, ' ');

/** Prints a line per statement of a search: milliseconds to plan and to execute, rows, blocks and indexes. */
export async function printPlans(db: Database, client: Client, query: string): Promise<void> {
  const search = () => call(client, `/search?mode=keyword&q=${encodeURIComponent(query)}`);
  await search();
  const startedAt = performance.now();
  await search();
  section(`${query}: ${(performance.now() - startedAt).toFixed(1)} ms`);
  for (const { text, values, settings } of await statementsOf(db, search)) {
    if (text.startsWith('explain') || !/^\s*(?:with|select)\b/.test(text)) continue;
    const { rows } = await inTransaction(
      db,
      (tx) =>
        tx.$client.query<{ 'QUERY PLAN': [Plan] }>(
          `explain (analyze, buffers, timing off, format json) ${text}`,
          values,
        ),
      settings,
    );
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    if (plan === undefined) continue;
    const { Plan: root, 'Planning Time': planning, 'Execution Time': execution } = plan;
    const blocks = (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0);
    process.stdout.write(
      `  ${nameOf(text).padEnd(28)} ${planning.toFixed(1).padStart(6)} + ${execution.toFixed(1).padStart(6)} ms ${String(root['Actual Rows']).padStart(6)} rows ${String(blocks).padStart(6)} blocks  ${[...new Set(indexesOf(root))].join(', ')}\n`,
    );
  }
}

/** Prints the plans of searches of 100,000 bookmarks, of which 20,000 have page texts, on a separate database. */
export async function searchPlans(): Promise<void> {
  const postgres = await startEphemeralPostgres();
  await migrate(postgres.url);
  const db = openDatabase({ url: postgres.url });
  try {
    const { provider, deps } = startProvider(db);
    const person = await signUp(deps);
    await fillSpace(postgres.url, { ...person, bookmarks: 100_000, pages: 0.2 });
    for (const query of queries) await printPlans(db, { provider, person }, query);
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
}
