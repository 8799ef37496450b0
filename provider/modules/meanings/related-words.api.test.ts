import { afterAll, beforeEach, expect, test } from 'vitest';
import { createAskModel } from '@/provider/integrations/ask-model';
import { startModelServer } from '@/provider/integrations/testing/model-server';
import {
  attemptsMax,
  batchSize,
  fetchRelatedWords,
  pendingMax,
  purgeRelatedWords,
  relatedWords,
} from '@/provider/modules/meanings/related-words';
import { createOutsider, untilBlocked } from '@/provider/testing/database';
import { createTestProvider } from '@/provider/testing/test-provider';

const server = await startModelServer(() => ({ content: '{}' }));
afterAll(() => server.close());
const askModel = createAskModel({ baseUrl: server.baseUrl, model: 'small', apiKey: null });
const { db, deps, databaseUrl, logged } = await createTestProvider({ askModel });

const answers = (answer: unknown): void => {
  server.reply = () => ({ content: JSON.stringify(answer) });
};
const sentWords = (): string[][] =>
  server.calls.map(({ body }) => JSON.parse(body.messages[1]?.content ?? '') as string[]);
const storedWords = async (): Promise<string[]> => {
  const { rows } = await db.$client.query<{ word: string }>('select word from related_words order by word');
  return rows.map(({ word }) => word);
};

beforeEach(async () => {
  server.calls.length = 0;
  await db.$client.query('delete from related_words');
});

test('a search does not wait for the model, and a later one has its words', async () => {
  answers({ hammock: ['rede', 'swing'] });
  expect(await relatedWords(deps, ['hammock'], 'en')).toEqual(new Map());
  expect(server.calls).toEqual([]);
  await fetchRelatedWords(deps);
  expect(await relatedWords(deps, ['hammock', 'unseen'], 'en')).toEqual(
    new Map([['hammock', ['rede', 'swing']]]),
  );
});

test('the model receives the words and the language, and nothing else', async () => {
  answers({});
  await relatedWords(deps, ['rede', 'varanda'], 'pt-BR');
  await fetchRelatedWords(deps);
  expect(sentWords()).toEqual([['rede', 'varanda']]);
  expect(server.calls[0]?.body.messages[0]?.content).toContain('words in Brazilian Portuguese');
});

test('a word without related words is asked about once', async () => {
  answers({ hammock: [] });
  await relatedWords(deps, ['hammock', 'omitted'], 'en');
  await fetchRelatedWords(deps);
  expect(await relatedWords(deps, ['hammock', 'omitted'], 'en')).toEqual(new Map());
  await fetchRelatedWords(deps);
  expect(server.calls).toHaveLength(1);
});

test('a reply is reduced to five single folded words that differ from the word', async () => {
  answers({
    hammock: [
      'Hammock',
      'Balanço',
      'garden swing',
      'x',
      '12345',
      'balanco',
      'one',
      'two',
      'three',
      'four',
      'five',
    ],
    other: ['word'],
  });
  await relatedWords(deps, ['hammock'], 'en');
  await fetchRelatedWords(deps);
  expect([...(await relatedWords(deps, ['hammock', 'other'], 'en'))]).toEqual([
    ['hammock', ['balanco', 'one', 'two', 'three', 'four']],
  ]);
});

test('languages are separate, and one request contains words of one language', async () => {
  answers({ rede: ['hammock'] });
  await relatedWords(deps, ['rede'], 'pt-BR');
  await relatedWords(deps, ['rede'], 'en');
  await fetchRelatedWords(deps);
  expect(await relatedWords(deps, ['rede'], 'pt-BR')).toEqual(new Map([['rede', ['hammock']]]));
  expect(await relatedWords(deps, ['rede'], 'en')).toEqual(new Map());
});

test.each([
  ['an error', { status: 500, raw: 'down' }],
  ['a reply of another shape', { content: JSON.stringify({ hammock: 'rede' }) }],
])('after %s the words are asked about again, a limited number of times', async (_, reply) => {
  server.reply = () => reply;
  await relatedWords(deps, ['hammock'], 'en');
  for (let run = 0; run < attemptsMax + 1; run++) await fetchRelatedWords(deps);
  expect(server.calls).toHaveLength(attemptsMax);
  expect(await relatedWords(deps, ['hammock'], 'en')).toEqual(new Map());
  expect(JSON.stringify(logged)).not.toContain('hammock');
});

test('a failure does not lose the words', async () => {
  server.reply = () => ({ status: 500, raw: 'down' });
  await relatedWords(deps, ['hammock'], 'en');
  await fetchRelatedWords(deps);
  answers({ hammock: ['rede'] });
  await fetchRelatedWords(deps);
  expect(await relatedWords(deps, ['hammock'], 'en')).toEqual(new Map([['hammock', ['rede']]]));
});

test('words with digits, very short and very long words are not stored', async () => {
  await relatedWords(deps, ['4711', 'ab', 'a1b2c3', 'x'.repeat(25), 'hammock'], 'en');
  expect(await storedWords()).toEqual(['hammock']);
});

test('without a model nothing is stored or sent', async () => {
  const without = { ...deps, askModel: null };
  expect(await relatedWords(without, ['hammock'], 'en')).toEqual(new Map());
  await fetchRelatedWords(without);
  expect(await storedWords()).toEqual([]);
});

test('a run sends one batch, and a limited number of words waits', async () => {
  answers({});
  await db.$client.query(
    `insert into related_words (word, locale)
     select 'word' || translate(lpad(n::text, 4, '0'), '0123456789', 'abcdefghij'), 'en' from generate_series(1, $1) n`,
    [pendingMax - 1],
  );
  await relatedWords(deps, ['last'], 'en');
  await relatedWords(deps, ['rejected'], 'en');
  expect(await storedWords()).toHaveLength(pendingMax);
  expect(await storedWords()).not.toContain('rejected');
  await fetchRelatedWords(deps);
  expect(sentWords().map((words) => words.length)).toEqual([batchSize]);
});

test('a search that stores a word at the same time as another one does not fail', async () => {
  const other = await createOutsider(databaseUrl);
  await other.query("begin; insert into related_words (word, locale) values ('hammock', 'en')");
  const search = relatedWords(deps, ['hammock'], 'en');
  await untilBlocked(await createOutsider(databaseUrl));
  await other.query('commit');
  expect(await search).toEqual(new Map());
  expect(await storedWords()).toEqual(['hammock']);
});

test('words are deleted after 90 days, and the table does not contain accounts', async () => {
  await relatedWords(deps, ['older', 'newer'], 'en');
  await db.$client.query("update related_words set created_at = $1 where word = 'older'", [
    new Date(deps.clock().getTime() - 91 * 24 * 60 * 60_000),
  ]);
  await db.$client.query("update related_words set created_at = $1 where word = 'newer'", [deps.clock()]);
  await purgeRelatedWords(deps);
  expect(await storedWords()).toEqual(['newer']);
  const { rows } = await db.$client.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'related_words'",
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(['attempts', 'created_at', 'locale', 'word', 'words']);
});
