import { lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Language } from '@/lib/contract/account';
import { splitWords } from '@/lib/domain/search-words';
import { executePrepared } from '@/provider/db/client';
import { relatedWords as table } from '@/provider/db/schema/search';
import type { AskModel, ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';

/** Related words of one word. */
const relatedMax = 5;
/** Words of one search. */
const wordsMax = 16;
/** Words of one request to the model. The job sends one request a minute, whatever is searched. */
export const batchSize = 20;
/** Words that wait for the model; further ones are not stored. */
export const pendingMax = 500;
/** Failed requests after which a word counts as unrelated to others. */
export const attemptsMax = 5;
const retentionMs = 90 * 24 * 60 * 60_000;

/** Numbers, codes and addresses are not sent to the model, and words of two letters are abbreviations. */
const isWord = (word: string): boolean => /^\p{L}{3,24}$/u.test(word);

/**
 * Returns up to five related words of each of the given folded words, in any language, folded: what the model returned
 * for an earlier search. Never waits for the model: words that it was not asked about are stored for
 * {@link relatedWordsJob} and have no entry, like words without related ones. Empty without a model. The caller passes
 * only words of a query whose user requested the help of the model.
 */
export async function relatedWords(
  { db, askModel }: Pick<ProviderDeps, 'db' | 'askModel'>,
  words: readonly string[],
  locale: Language,
): Promise<Map<string, string[]>> {
  const asked = [...new Set(words)].filter(isWord).slice(0, wordsMax);
  if (askModel === null || asked.length === 0) return new Map();
  const { rows } = await executePrepared<{ word: string; words: string[] | null }>(
    db,
    'related-words',
    sql`with asked as (select unnest(${sql.param(asked)}::text[]) as word),
      known as (select word, words from related_words where locale = ${locale} and word in (select word from asked)),
      added as (
        insert into related_words (word, locale)
        select word, ${locale}::text from asked
        where word not in (select word from known)
          and ${pendingMax} > (select count(*) from related_words where words is null)
        order by word on conflict do nothing)
      select word, words from known where words <> '{}'`,
  );
  return new Map(rows.map(({ word, words: related }) => [word, related ?? []]));
}

const Reply = z.record(z.string(), z.array(z.string().max(200)).max(100));

const languageNames: Readonly<Record<Language, string>> = { en: 'English', 'pt-BR': 'Brazilian Portuguese' };

const instructions = (locale: Language): string =>
  `You improve the search of a bookmark manager. The input is a JSON array of words in ${languageNames[locale]}.
For each word, list at most ${relatedMax} single words that bookmarks about the same subject are likely to contain:
synonyms, and translations to English and Brazilian Portuguese, the most direct first. Use an empty list for names and
for words that you do not know. Reply with a JSON object that maps each word of the input to its array of words.`;

interface Pending extends Record<string, unknown> {
  word: string;
  locale: Language;
}

/** Asks the model about a batch of pending words of one language. Returns null if the model fails. */
async function requestWords(
  askModel: AskModel,
  pending: readonly Pending[],
  locale: Language,
): Promise<Map<string, string[]> | null> {
  const words = pending.map(({ word }) => word);
  try {
    const answer = await askModel({ instructions: instructions(locale), text: JSON.stringify(words) });
    const reply = new Map(Object.entries(Reply.parse(answer)));
    return new Map(words.map((word) => [word, cleanWords(word, reply.get(word) ?? [])]));
  } catch {
    return null;
  }
}

/** Returns the single words of a reply, folded. */
function cleanWords(word: string, reply: readonly string[]): string[] {
  const singles = reply.map(splitWords).flatMap((found) => (found.length === 1 ? found : []));
  return [...new Set(singles)].filter((found) => found !== word && isWord(found)).slice(0, relatedMax);
}

/** Sends one batch of pending words to the model and stores its reply; after a failure, the words stay pending. */
export async function fetchRelatedWords({
  db,
  askModel,
  log,
}: Pick<ProviderDeps, 'db' | 'askModel' | 'log'>): Promise<void> {
  if (askModel === null) return;
  const { rows: pending } = await db.execute<Pending>(sql`
    select word, locale from related_words
    where words is null and locale = (
      select locale from related_words where words is null order by attempts, created_at, word limit 1)
    order by attempts, created_at, word limit ${batchSize}`);
  const [first] = pending;
  if (!first) return;
  const related = await requestWords(askModel, pending, first.locale);
  if (related === null) {
    // Words of a search are private and must not be logged.
    log.warn({}, 'the language model returned no related words');
    await db.execute(sql`
      update related_words
      set attempts = attempts + 1, words = case when attempts + 1 >= ${attemptsMax} then '{}'::text[] end
      where locale = ${first.locale} and word = any (${sql.param(pending.map(({ word }) => word))}::text[])
        and words is null`);
    return;
  }
  const json = JSON.stringify([...related].map(([word, words]) => ({ word, words })));
  await db.execute(sql`
    update related_words r set words = u.words
    from jsonb_to_recordset(${json}) u (word text, words text[])
    where r.word = u.word and r.locale = ${first.locale}`);
}

/** Job that asks the model about words of searches. */
export const relatedWordsJob: MakeJob = (deps) => ({
  name: 'related-words',
  cron: '* * * * *',
  run: () => fetchRelatedWords(deps),
});

/** Deletes entries after 90 days, so that a word that is still searched is asked about again. */
export async function purgeRelatedWords({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> {
  await db.delete(table).where(lt(table.createdAt, new Date(clock().getTime() - retentionMs)));
}
