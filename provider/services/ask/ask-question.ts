import { hasOperators } from '@/lib/domain/query/edit';
import type { Query, QueryNode } from '@/lib/domain/query/query';
import { RecentMap } from '@/lib/utils/recent-map';
import type { Actor, RequestContext } from '@/provider/actor';
import type { AskModel, ProviderDeps } from '@/provider/deps';
import {
  compileQuestion,
  longestQuestion,
  type QuestionContext,
} from '@/provider/services/ask/compile-question';
import { mayName } from '@/provider/services/ask/name-rules';
import { modelInstructions } from '@/provider/services/ask/model-instructions';
import { readModelAnswer } from '@/provider/services/ask/read-model-answer';
import { readVocabulary } from '@/provider/services/ask/read-vocabulary';
import { noVocabulary } from '@/provider/services/ask/vocabulary';

export interface Question {
  text: string;
  spaceIds: readonly string[];
  /** Whether a model may be asked, where one is configured. */
  assist: boolean;
}

export type AskDeps = Pick<ProviderDeps, 'db' | 'clock' | 'askModel' | 'log'>;

/** What a question in plain words means, by our own rules, or by a model where these leave words and it may be asked. */
export async function askQuestion(
  { db, clock, askModel, log }: AskDeps,
  { accountId }: Pick<Actor, 'accountId'>,
  { timeZone, locale }: Pick<RequestContext, 'timeZone' | 'locale'>,
  { text, spaceIds, assist }: Question,
): Promise<Query> {
  const vocabulary =
    text.length <= longestQuestion && mayName(text) ? await readVocabulary(db, spaceIds) : null;
  const context = { now: clock(), timeZone, locale, vocabulary: vocabulary ?? noVocabulary };
  const query = compileQuestion(text, context);
  if (!assist || askModel === null || !mayBeMeant(text, query)) return query;
  const key = JSON.stringify([accountId, [...spaceIds].sort(), timeZone, text.trim()]);
  const answer = await remembered(askModel, key, context.now, async () => {
    const names = vocabulary ?? (await readVocabulary(db, spaceIds));
    return askAbout(askModel, text, { ...context, vocabulary: names }, log);
  });
  return answer ?? query;
}

const leftMin = 2;

/** Whether the rules left words that a model could make something of. Who writes operators means them as they are. */
const mayBeMeant = (text: string, { where }: Query): boolean =>
  text.length <= longestQuestion && !hasOperators(text) && where !== null && countWords(where) >= leftMin;

function countWords(node: QueryNode): number {
  if (node.kind === 'and' || node.kind === 'or')
    return node.nodes.reduce((sum, inner) => sum + countWords(inner), 0);
  return node.kind === 'word' ? 1 : 0;
}

async function askAbout(
  askModel: AskModel,
  text: string,
  context: QuestionContext,
  log: ProviderDeps['log'],
): Promise<Query | null> {
  try {
    const answer = await askModel({ instructions: modelInstructions(context), text });
    return readModelAnswer(answer, text, context.vocabulary);
  } catch {
    // The question and the answer are the reader's affair.
    log.warn({}, 'the language model gave no answer');
    return null;
  }
}

const keptMs = 10 * 60_000;
/** A model that is away is asked again soon, but not with every letter that is typed. */
const failureKeptMs = 30_000;
const keptMax = 2_000;

interface Kept {
  at: number;
  query: Promise<Query | null>;
  isFailure: boolean;
}
const keptOf = new WeakMap<AskModel, RecentMap<string, Kept>>();

/** One request for the same question of the same account, also while it is under way. */
function remembered(
  askModel: AskModel,
  key: string,
  now: Date,
  ask: () => Promise<Query | null>,
): Promise<Query | null> {
  const answers = keptOf.get(askModel) ?? new RecentMap<string, Kept>(keptMax);
  keptOf.set(askModel, answers);
  const known = answers.get(key);
  if (known && now.getTime() - known.at < (known.isFailure ? failureKeptMs : keptMs)) return known.query;
  const entry: Kept = { at: now.getTime(), query: ask(), isFailure: false };
  answers.set(key, entry);
  entry.query.then(
    (query) => {
      entry.isFailure = query === null;
    },
    () => answers.delete(key),
  );
  return entry.query;
}
