import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { readDateTerm } from '@/lib/domain/query/fields';
import { hasOperators } from '@/lib/domain/query/edit';
import {
  bookmarkTypes,
  conjunctsOf,
  joinNodes,
  negateNode,
  querySorts,
  queryStates,
  type Query,
  type QueryNode,
} from '@/lib/domain/query/query';
import { splitWords, queryWords } from '@/lib/domain/search-words';
import type { Actor, RequestContext } from '@/provider/actor';
import type { AskModel, ProviderDeps } from '@/provider/deps';
import type { AskedQuery, SoftCondition } from '@/provider/modules/ask/assemble';
import { compileQuestion, longestQuestion, type QuestionContext } from '@/provider/modules/ask/compile';
import { dayIn, dayTerm } from '@/provider/modules/ask/dates';
import { noLibraryWords, readLibraryWords } from '@/provider/modules/ask/library-words';
import { nodeNamed, readNames, type Names } from '@/provider/modules/ask/names';
import {
  asHost,
  mayName,
  noVocabulary,
  readVocabulary,
  type Vocabulary,
} from '@/provider/modules/ask/vocabulary';

/** Limits for the most used names in the prompt; small models fail with more. */
const collectionsMax = 200;
const tagsMax = 300;

const list = (names: readonly string[]): string => JSON.stringify(names);

/** Returns the system prompt: the response format, the date, and the names that the model may use. */
function modelInstructions({ now, timeZone, vocabulary }: QuestionContext): string {
  return `You turn a question about somebody's bookmarks, in English or Portuguese, into a search query. Answer with one JSON object and nothing else:
{"where": NODE or null, "sort": SORT or null, "limit": number or null}

NODE is one of:
{"kind":"and","nodes":[NODE,...]}, {"kind":"or","nodes":[NODE,...]}, {"kind":"not","node":NODE}
{"kind":"word","text":"..."} a word of the question that the bookmark has to contain
{"kind":"phrase","text":"..."} words in this order
{"kind":"title","text":"..."} a word in the title; {"kind":"url","text":"..."} in the address
{"kind":"tag","name":"..."}, {"kind":"collection","name":"..."} only from the lists below
{"kind":"site","host":"github.com"}
{"kind":"is","state":"..."} one of ${queryStates.join(', ')}
{"kind":"type","type":"..."} one of ${bookmarkTypes.join(', ')}
{"kind":"date","field":"created" or "visited","op":"=" or ">" or ">=" or "<" or "<=","value":DATE}
{"kind":"dates","field":"created" or "visited","from":DATE,"to":DATE}
{"kind":"visits","op":"=" or ">" or ">=" or "<" or "<=","count":number}

DATE is 2024, 2024-03, 2024-03-05, today, yesterday, this-week, last-week, this-month, last-month, this-year, last-year, or a time until now such as 3d, 2w, 6m, 1y. "visited" may also be "never".
SORT is one of ${querySorts.join(', ')}; "visited" is the last visit first, "visits" the most visited first.

Leave out words that only introduce the question. Use no word that is not in the question.
Today is ${dayTerm(dayIn(now, timeZone))}.
Collections: ${list(vocabulary.collections.slice(0, collectionsMax))}
Tags: ${list(vocabulary.tags.slice(0, tagsMax))}`;
}

const text = z.string().trim().min(1).max(200);
const op = z.enum(['=', '>', '>=', '<', '<=']).default('=');
const date = text.transform((value, context) => {
  const term = readDateTerm(value);
  if (term !== null) return term;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});
const field = z.enum(['created', 'visited']);

const Condition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('word'), text }),
  z.object({ kind: z.literal('phrase'), text }),
  z.object({ kind: z.enum(['title', 'url']), text, isPhrase: z.boolean().default(false) }),
  z.object({ kind: z.literal('tag'), name: text }),
  z.object({ kind: z.literal('collection'), name: text }),
  z.object({ kind: z.literal('site'), host: text }),
  z.object({ kind: z.literal('is'), state: z.enum(queryStates) }),
  z.object({ kind: z.literal('type'), type: z.enum(bookmarkTypes) }),
  z.object({ kind: z.literal('date'), field, op, value: date }),
  z.object({ kind: z.literal('dates'), field, from: date, to: date }),
  z.object({ kind: z.literal('visits'), op, count: z.int().min(0).max(1_000_000) }),
]);
const Group = z.object({ kind: z.enum(['and', 'or']), nodes: z.array(z.unknown()).max(24) });
const Negation = z.object({ kind: z.literal('not'), node: z.unknown() });
const Answer = z.object({ where: z.unknown(), sort: z.unknown(), limit: z.unknown() }).partial();
const Sort = z.enum(querySorts);
const Limit = z.int().min(1).max(10_000);

const depthMax = 4;

interface Limits {
  names: Names;
  /** Words of the question. The model may omit some, but not add others. */
  words: ReadonlySet<string>;
}

/**
 * Parses the response of a model into a query. Drops invented words, collections and tags, and invalid dates and
 * states. Returns null if nothing is left.
 */
function readModelAnswer(answer: unknown, question: string, vocabulary: Vocabulary): Query | null {
  const read = Answer.safeParse(answer);
  if (!read.success) return null;
  const limits = { names: readNames(vocabulary), words: new Set(splitWords(question)) };
  const where = readNode(read.data.where, limits, depthMax);
  const sort = Sort.safeParse(read.data.sort).data ?? null;
  const limit = Limit.safeParse(read.data.limit).data ?? null;
  return where === null && sort === null && limit === null ? null : { where, sort, limit };
}

function readNode(value: unknown, limits: Limits, depth: number): QueryNode | null {
  const group = Group.safeParse(value);
  if (group.success) {
    if (depth === 0) return null;
    const nodes = group.data.nodes.map((node) => readNode(node, limits, depth - 1));
    return joinNodes(group.data.kind, nodes.filter((node) => node !== null)); // prettier-ignore
  }
  const negation = Negation.safeParse(value);
  if (negation.success) {
    const node = depth === 0 ? null : readNode(negation.data.node, limits, depth - 1);
    return node && negateNode(node);
  }
  const condition = Condition.safeParse(value);
  return condition.success ? validCondition(condition.data, limits) : null;
}

function validCondition(condition: z.infer<typeof Condition>, { names, words }: Limits): QueryNode | null {
  switch (condition.kind) {
    case 'word':
    case 'phrase':
    case 'title':
    case 'url': {
      const asked = queryWords(condition.text);
      return asked.length > 0 && asked.every((word) => words.has(word)) ? condition : null;
    }
    case 'tag':
    case 'collection':
      return nodeNamed(names[condition.kind], condition.name);
    case 'site': {
      const host = asHost(condition.host.toLowerCase());
      return host === null ? null : { kind: 'site', host };
    }
    case 'date':
      return condition.value === 'never' && (condition.field === 'created' || condition.op !== '=')
        ? null
        : condition;
    case 'dates':
      return condition.from === 'never' || condition.to === 'never' ? null : condition;
    default:
      return condition;
  }
}

export interface Question {
  text: string;
  spaceIds: readonly string[];
  /** Whether a configured model may be used. */
  assist: boolean;
}

export type AskDeps = Pick<ProviderDeps, 'db' | 'clock' | 'askModel' | 'embeddingModel' | 'log'>;

/** Compiles a question into a query, by rules, or by a model if it may be used and the rules leave several words. */
export async function askQuestion(
  { db, clock, askModel, log }: Omit<AskDeps, 'embeddingModel'>,
  { accountId }: Pick<Actor, 'accountId'>,
  { timeZone, locale }: Pick<RequestContext, 'timeZone' | 'locale'>,
  { text, spaceIds, assist }: Question,
): Promise<AskedQuery> {
  const isQuestion = text.length <= longestQuestion;
  const spaces = { accountId, spaceIds };
  const vocabulary = isQuestion && mayName(text) ? await readVocabulary(db, spaces) : null;
  const libraryWords = isQuestion ? await readLibraryWords(db, spaces, text) : noLibraryWords;
  const context = { now: clock(), timeZone, locale, vocabulary: vocabulary ?? noVocabulary, libraryWords };
  const query = compileQuestion(text, context);
  if (!assist || askModel === null || !mayImprove(text, query)) return query;
  const key = JSON.stringify([accountId, [...spaceIds].sort(), timeZone, text.trim()]);
  const answer = await cachedQuery(askModel, key, context.now, async () => {
    const names = vocabulary ?? (await readVocabulary(db, spaces));
    return queryModel(askModel, text, { ...context, vocabulary: names }, log);
  });
  return answer === null ? query : { ...answer, soft: softOf(answer), named: [] };
}

/** The conditions of a model that hits may lack. Which words it understood them from is unknown. */
const softOf = ({ where }: Query): SoftCondition[] =>
  conjunctsOf(where)
    .filter(({ kind }) => kind === 'type' || kind === 'date' || kind === 'dates')
    .map((node) => ({ node, words: [] }));

const leftMin = 2;

/** Whether the rules left words that a model might interpret. Text with operators is taken literally. */
const mayImprove = (text: string, { where }: Query): boolean =>
  text.length <= longestQuestion && !hasOperators(text) && where !== null && countWords(where) >= leftMin;

function countWords(node: QueryNode): number {
  if (node.kind === 'and' || node.kind === 'or')
    return node.nodes.reduce((sum, inner) => sum + countWords(inner), 0);
  return node.kind === 'word' ? 1 : 0;
}

async function queryModel(
  askModel: AskModel,
  text: string,
  context: QuestionContext,
  log: ProviderDeps['log'],
): Promise<Query | null> {
  try {
    const answer = await askModel({ instructions: modelInstructions(context), text });
    return readModelAnswer(answer, text, context.vocabulary);
  } catch {
    // The question and the response are private and must not be logged.
    log.warn({}, 'the language model gave no answer');
    return null;
  }
}

const cacheTtlMs = 10 * 60_000;
/** A failed request is repeated soon, but not with every typed letter. */
const failureTtlMs = 30_000;
const cacheMax = 2_000;

interface CacheEntry {
  at: number;
  query: Promise<Query | null>;
  isFailure: boolean;
}
const caches = new WeakMap<AskModel, LRUCache<string, CacheEntry>>();

/** Caches responses, so that the same question of an account sends one request, also while it is pending. */
function cachedQuery(
  askModel: AskModel,
  key: string,
  now: Date,
  ask: () => Promise<Query | null>,
): Promise<Query | null> {
  const cache = caches.get(askModel) ?? new LRUCache<string, CacheEntry>({ max: cacheMax });
  caches.set(askModel, cache);
  const cached = cache.get(key);
  if (cached && now.getTime() - cached.at < (cached.isFailure ? failureTtlMs : cacheTtlMs))
    return cached.query;
  const entry: CacheEntry = { at: now.getTime(), query: ask(), isFailure: false };
  cache.set(key, entry);
  entry.query.then(
    (query) => {
      entry.isFailure = query === null;
    },
    () => cache.delete(key),
  );
  return entry.query;
}
