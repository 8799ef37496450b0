import { isExclusion, isRanking } from '@/lib/domain/query/parts';
import { closestMax, closestMin, mergeByRank } from '@/lib/domain/query/ranking';
import { describeError } from '@/lib/observability/describe-error';
import { SqlParameters } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import type { Statement } from '@/provider/modules/query/term';
import {
  conditionOf,
  hasTexts,
  joinPage,
  withoutIndex,
  type RankedSearch,
} from '@/provider/modules/search/candidates';
import {
  droppableParts,
  findClosestHits,
  type ClosestHit,
  type ClosestHits,
} from '@/provider/modules/search/closest-hits';
import { embedText, hasVector } from '@/provider/modules/meanings/embeddings';
import { isRanked } from '@/provider/modules/search/full-hits';
import type { PreparedSearch } from '@/provider/modules/search/prepare-search';
import { inScope, runBounded } from '@/provider/modules/search/rows';

type Deps = Pick<ProviderDeps, 'db' | 'embeddingModel' | 'log'>;

/** Maximum number of candidates by similarity. */
const similarMax = 50;
/** Vectors that a search compares with that of its words; of a larger library, those of the newest bookmarks. */
const comparedMax = 50_000;
/**
 * A candidate is nearer to the words than halfway from the mean of the library to the nearest bookmark, and at least
 * this near: models differ in how near any two texts are.
 */
const similarityMin = 0.2;

/** After this time, a search does without. */
const timeoutMs = 1_500;

const oldest = '00000000-0000-0000-0000-000000000000';

/** Characters of the words of a search that are sent to the model. */
const textMax = 300;

/** Bookmarks whose vectors are nearest to that of the words, which fulfil all conditions but lack some of the words. */
function similarStatement(search: RankedSearch, name: string, vector: readonly number[]): Statement {
  const { scope, prepared } = search;
  const parameters = new SqlParameters();
  const account = parameters.add(scope.accountId);
  const required = prepared.parts.filter(({ node }) => isExclusion(node) || !isRanking(node));
  const terms = [...required.flatMap(({ term }) => term ?? []), ...prepared.within];
  const isRequired =
    terms.length === 0 ? 'true' : prepared.compiler(parameters).condition({ kind: 'and', terms });
  const isFull = withoutIndex(conditionOf(search, hasTexts(search) ? 'texts' : 'fields', parameters));
  const stored = `embeddings where account_id = ${account} and space_id = any (${parameters.add(scope.spaceIds)}::uuid[])
    and model = ${parameters.add(name)}`;
  // Only ids are sorted: vectors would fill the memory of a sort.
  const isNew =
    scope.size > comparedMax || scope.collectionId !== null
      ? `bookmark_id > coalesce((select bookmark_id from ${stored} order by bookmark_id desc offset ${comparedMax} limit 1), '${oldest}')`
      : 'true';
  const text = `
    with e as materialized (
        select bookmark_id, 1 - (vector::vector <=> ${parameters.add(JSON.stringify(vector))}::vector) as similarity
        from ${stored} and cardinality(vector) = ${vector.length} and ${isNew}),
      near as materialized (
        select e.bookmark_id, e.similarity from e, (select avg(similarity) as mean, max(similarity) as best from e) a
        where e.similarity >= greatest(${similarityMin}, (a.mean + a.best) / 2))
    select b.id, n.similarity
    from near n join bookmarks b on b.account_id = ${account} and b.id = n.bookmark_id ${joinPage(search)}
    where ${inScope(scope, parameters)}
      and not b.encrypted and ${withoutIndex(isRequired)} and not ${isFull}
    order by n.similarity desc, b.id desc limit ${similarMax}`;
  return { text, values: parameters.values };
}

/** Returns the ids of bookmarks with a similar meaning, nearest first; none without a model or the extension. */
async function findSimilar({ db, embeddingModel, log }: Deps, search: PreparedSearch): Promise<string[]> {
  if (embeddingModel === null || !search.isAssisted || !isRanked(search)) return [];
  const { ranking, prepared, scope } = search;
  const text = ranking.words.map((word) => word.text).join(' ');
  const asked = (ranking.phrase.length > 0 ? ranking.phrase.join(' ') : text).slice(0, textMax);
  // A phrase is looked for as it is written.
  if (asked === '' || scope.size === 0 || prepared.parts.some(({ node }) => node.kind === 'phrase'))
    return [];
  try {
    if (!(await hasVector(db))) return [];
    const vector = await embedText(embeddingModel, asked, log);
    if (vector === null) return [];
    const rows = await runBounded<{ id: string }>(
      db,
      similarStatement(search, embeddingModel.name, vector),
      timeoutMs,
    );
    return rows.map(({ id }) => id);
  } catch (error) {
    log.warn({ error: describeError(error) }, 'a search by similarity failed');
    return [];
  }
}

export interface NearestHits extends ClosestHits {
  /** Ids of hits by meaning. */
  similar: ReadonlySet<string>;
}

/**
 * Finds the closest hits of a search by words and, with an embedding model, by meaning. Both lists are merged by
 * reciprocal rank. Without a vector in time, those by words are returned as they are.
 */
export async function findNearestHits(
  deps: Deps,
  search: PreparedSearch,
  hasFullHits: boolean,
): Promise<NearestHits> {
  const [closest, ids] = await Promise.all([
    findClosestHits(deps.db, search, hasFullHits),
    findSimilar(deps, search),
  ]);
  if (ids.length === 0) return { ...closest, similar: new Set() };
  const { prepared, ranking } = search;
  const byWords = new Map(closest.hits.map((hit) => [hit.id, hit]));
  const ranks = mergeByRank([closest.hits.map(({ id }) => id), ids]).slice(0, closestMax);
  let score = closest.hits[0]?.score ?? closestMin;
  const hits = ranks.map((id): ClosestHit => {
    const known = byWords.get(id);
    // Scores never rise: a browser merges unlocked bookmarks by them.
    score = Math.min(score, known?.score ?? score);
    if (known) return { ...known, score };
    const fulfils = droppableParts(prepared.parts).map(() => true);
    return { id, score, fulfils, shares: ranking.words.map(() => 0) };
  });
  return { ...closest, hits, similar: new Set(ids) };
}
