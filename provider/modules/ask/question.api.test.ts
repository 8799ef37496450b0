import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createAskModel } from '@/provider/integrations/ask-model';
import { startModelServer } from '@/provider/integrations/testing/model-server';
import { createFinder, sample, type FindQuery } from '@/provider/testing/bookmarks';
import { alternates, createTestProvider } from '@/provider/testing/test-provider';

const server = await startModelServer(() => ({ content: '{}' }));
afterAll(() => server.close());
const askModel = createAskModel({ baseUrl: server.baseUrl, model: 'small', apiKey: null });
const tested = await createTestProvider({ askModel, config: { selfHostedPlan: 'pro' } });
const { find, library } = createFinder(tested);

const answers = (answer: unknown): void => {
  server.reply = () => ({ content: JSON.stringify(answer) });
};
beforeEach(() => {
  server.calls.length = 0;
});

const march = new Date('2026-03-10T12:00:00Z');
const person = await library(
  sample('Bread on film', { url: 'https://www.youtube.com/watch?v=1', tags: ['bread'], createdAt: march }),
  sample('Bread in letters', { url: 'https://bakery.example/letters', tags: ['bread'], createdAt: march }),
);
const meaning = async (q: string, more: Partial<FindQuery> = {}, as = person): Promise<string> =>
  (await find(as, { q, mode: 'ask', assist: true, ...more })).query.text;
const video = {
  where: {
    kind: 'and',
    nodes: [
      { kind: 'type', type: 'video' },
      { kind: 'word', text: 'bread' },
    ],
  },
};

describe('a question with words that no rule recognizes', () => {
  test('is sent to the model, and its response is searched', async () => {
    answers(video);
    const { bookmarks, query } = await find(person, {
      q: 'moving pictures of bread baking',
      mode: 'ask',
      assist: true,
    });
    expect(query.text).toBe('type:video bread');
    expect(bookmarks.map(({ title }) => title)).toEqual(['Bread on film']);
  });

  test('is sent with the names of collections and tags, and nothing else of the library', async () => {
    answers(video);
    await tested.call('collections.create', { body: { name: 'Bakery plans' } }, person);
    await meaning('clips that show bread rising');
    const sent = JSON.stringify(server.calls);
    expect(sent).toContain('Bakery plans');
    expect(sent).toContain('\\"bread\\"');
    expect(sent).not.toMatch(/on film|in letters|bakery\.example|youtube\.com\/watch/);
  });

  test.skipIf(alternates)('is sent once in ten minutes, separately for each account', async () => {
    answers(video);
    const q = 'bread that is filmed somewhere';
    expect([await meaning(q), await meaning(` ${q}`)]).toEqual(['type:video bread', 'type:video bread']);
    expect(server.calls.length).toBe(1);
    await meaning(q, {}, await tested.signUp());
    expect(server.calls.length).toBe(2);
    tested.clock.advance(10 * 60_000);
    await meaning(q);
    expect(server.calls.length).toBe(3);
  });
});

describe('the model is not used', () => {
  test.each<[string, string, Partial<FindQuery>]>([
    ['unless the reader wants it', 'moving pictures of crusty bread', { assist: false }],
    ['for a search by keywords', 'moving pictures', { mode: 'keyword' }],
    ['if the rules recognize everything', 'videos from last week', {}],
    ['for a single word', 'bread', {}],
    ['for a text with operators', 'site:youtube.com moving pictures of bread', {}],
  ])('%s: %s', async (_, q, more) => {
    answers(video);
    await meaning(q, more);
    expect(server.calls).toEqual([]);
  });
});

describe('of its answer', () => {
  // Questions are cached; punctuation makes each one different.
  let signs = '';
  const askedAgain = () => `crusty loaves filmed in march${(signs += '!')}`;
  const local = 'created:2026-03';
  const nodes = (...list: unknown[]) => ({ where: { kind: 'and', nodes: list } });
  const word = { kind: 'word', text: 'loaves' };

  test.each<[string, unknown, string]>([
    ['a collection that does not exist', nodes(word, { kind: 'collection', name: 'Secrets' }), 'loaves'],
    ['a tag that does not exist', nodes(word, { kind: 'tag', name: 'crust' }), 'loaves'],
    ['a date that does not exist', nodes(word, { kind: 'date', field: 'created', op: '=', value: '2026-13' }), 'loaves'],
    ['a date that was never', nodes(word, { kind: 'date', field: 'created', op: '=', value: 'never' }), 'loaves'],
    ['a state that does not exist', nodes(word, { kind: 'is', state: 'tasty' }), 'loaves'],
    ['a type that does not exist', nodes(word, { kind: 'type', type: 'film' }), 'loaves'],
    ['a host that is none', nodes(word, { kind: 'site', host: 'the web' }), 'loaves'],
    ['a word that is not in the question', nodes(word, { kind: 'word', text: 'yeast' }), 'loaves'],
    ['a condition of another kind', nodes(word, { kind: 'sql', text: 'drop table' }), 'loaves'],
    ['an order and a number that make no sense', { ...nodes(word), sort: 'best', limit: -1 }, 'loaves'],
    ['a group that is too deep', nodes(word, { kind: 'not', node: { kind: 'not', node: { kind: 'not', node: { kind: 'not', node: { kind: 'not', node: word } } } } }), 'loaves'],
  ])('%s is dropped', async (_, answer, expected) => {
    answers(answer);
    expect(await meaning(askedAgain())).toBe(expected);
  }); // prettier-ignore

  test('a tag is used in the spelling of the library', async () => {
    answers(
      nodes({ kind: 'tag', name: 'BREAD' }, { kind: 'date', field: 'created', op: '=', value: '2026-03' }),
    );
    expect(await meaning('whatever was crusty in march')).toBe('#bread created:2026-03');
  });

  test.each<[string, () => ReturnType<typeof server.reply>]>([
    ['nothing fits', () => ({ content: JSON.stringify(nodes({ kind: 'is', state: 'tasty' })) })],
    ['it is a list', () => ({ content: '[1, 2]' })],
    ['it is prose', () => ({ content: 'Sure! Here are your loaves.' })],
    ['the server fails', () => ({ status: 500, raw: 'no' })],
    ['it is of endless depth', () => ({ content: `{"where":${'{"kind":"not","node":'.repeat(5_000)}null${'}'.repeat(5_000)}}` })],
  ])('nothing is used where %s: our own rules stand', async (_, reply) => {
    server.reply = reply;
    expect(await meaning(askedAgain())).toBe(`crusty loaves filmed ${local}`);
    expect(server.calls.length).toBe(1);
  }); // prettier-ignore
});

test('nothing of a question is logged', async () => {
  server.reply = () => ({ status: 500, raw: 'no' });
  await meaning('an intimate question about bread');
  expect(JSON.stringify(tested.logged)).toContain('the language model gave no answer');
  expect(JSON.stringify(tested.logged)).not.toContain('intimate');
});
