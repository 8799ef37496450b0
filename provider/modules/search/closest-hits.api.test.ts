import { describe, expect, test } from 'vitest';
import { createFinder, sample, type FindQuery } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider({ config: { selfHostedPlan: 'pro' } });
const { find, library } = createFinder(tested);

const person = await library(
  sample('nginx reverse proxy config with TLS', { tags: ['server'] }),
  sample('Lisbon on a budget', { tags: ['portugal'], createdAt: new Date('2020-05-01') }),
  sample('Lisboa a pé', { createdAt: new Date('2021-05-01') }),
  sample('The Bitter Lesson, by Rich Sutton', { url: 'https://incompleteideas.example/bitter.html' }),
  sample('A paper about papers', { url: 'https://papers.example/papers.pdf' }),
  sample('Handle events with webhooks', { url: 'https://docs.stripe.com/webhooks' }),
  sample('Green curry', { favorite: true }),
  sample('Yellow tomatoes, green tomatoes'),
);
const ask = (q: string, more: Partial<FindQuery> = {}, as = person) => find(as, { q, mode: 'ask', ...more });
const titles = async (q: string, more: Partial<FindQuery> = {}): Promise<(string | null)[]> =>
  (await ask(q, more)).bookmarks.map(({ title }) => title);

const storePageText = (account: TestAccount, id: string, text: string) =>
  tested.db.$client.query(
    `insert into page_contents (account_id, bookmark_id, space_id, status, title, byline, excerpt, html, text, word_count, fetched_at, search)
     values ($4, $1, $2, 'ready', '', '', '', '', $3, 2, now(), array_to_tsvector(regexp_split_to_array($3, ' +')))`,
    [id, account.spaceId, text, account.accountId],
  );

describe('a whole sentence', () => {
  test.each([
    ['how do I configure nginx as a reverse proxy', 'nginx reverse proxy config with TLS'],
    ['como faço para configurar um proxy reverso no nginx', 'nginx reverse proxy config with TLS'],
    ['where was that page about walking through Lisboa on a small budget', 'Lisbon on a budget'],
    ['I want to cook a green curry tonight', 'Green curry'],
  ])('finds what comes closest: %s', async (q, title) => {
    const { bookmarks, query } = await ask(q);
    expect(bookmarks[0]?.title).toBe(title);
    expect(query.closest).toBe(true);
  });

  test('finds bookmarks with all words as usual, and does not mark them as closest', async () => {
    const { bookmarks, query } = await ask('reverse proxy config');
    expect(bookmarks.map(({ title }) => title)).toEqual(['nginx reverse proxy config with TLS']);
    expect([query.closest, query.dropped]).toEqual([false, []]);
  });

  test('finds a bookmark with all words first, and then the closest ones', async () => {
    const { bookmarks, full, scores, query } = await ask('tomatoes green');
    expect(bookmarks.map(({ title }) => title)).toEqual(['Yellow tomatoes, green tomatoes', 'Green curry']);
    expect([full, scores.map((score) => score >= 1), query.closest]).toEqual([1, [true, false], true]);
  });

  test('scores every match of all words higher than the closest ones, whatever their fields', async () => {
    const as = await library(
      sample('Flour', { description: 'Sourdough, by an old bakery', createdAt: new Date('2012-01-01') }),
      sample('Sourdough recipes'),
    );
    const { bookmarks, scores } = await ask('sourdough bakery', {}, as);
    expect(bookmarks.map(({ title }) => title)).toEqual(['Flour', 'Sourdough recipes']);
    expect(scores.map((score) => Math.floor(score))).toEqual([1, 0]);
  });

  test.each([
    ['como fazer pão', 'Como fazer pão de queijo', 'Pão caseiro para iniciantes'],
    ['how to make bread', 'How to make banana bread', "Beginner's sourdough bread"],
  ])('does not require question words, but prefers bookmarks with them: %s', async (q, first, second) => {
    const as = await library(sample(first), sample(second), sample('Roof garden'));
    const all = await ask(q, {}, as);
    expect(all.bookmarks.map(({ title }) => title)).toEqual([first, second]);
    expect([all.query.closest, all.full, all.pagination.total]).toEqual([false, 2, 2]);
    const before = await ask(q, { size: 1 }, as);
    const after = await ask(q, { size: 1, cursor: before.pagination.next ?? '' }, as);
    expect([...before.bookmarks, ...after.bookmarks]).toEqual(all.bookmarks);
    const facets = await tested.call('search.facets', { query: { q, mode: 'ask' } }, as);
    expect(facets.body.hosts).toEqual([{ name: 'site.example', count: 2 }]);
  });

  test('requires a quoted phrase that a bookmark has', async () => {
    const [first, other] = [
      'How to fix connection reset by peer',
      'Reset a database connection and fix peer limits',
    ];
    const as = await library(sample(first), sample(other));
    const { bookmarks } = await ask('how to fix "connection reset by peer"', {}, as);
    expect(bookmarks.map(({ title }) => title)).toEqual([first]);
  });

  test('is not marked as closest if only bookmarks with all words match', async () => {
    const as = await library(sample('How to make banana bread'), sample('Roof garden'));
    const { bookmarks, query } = await ask('how to make bread', {}, as);
    expect(bookmarks.map(({ title }) => title)).toEqual(['How to make banana bread']);
    expect(query.closest).toBe(false);
  });

  test('finds a bookmark with a rare word before newer ones with a common word', async () => {
    const as = await library(
      sample('Zeppelins', { createdAt: new Date('2020-05-01') }),
      sample('Roof garden'),
      sample('Winter garden'),
      sample('Rose garden'),
    );
    const { bookmarks, query } = await ask('how can I land a zeppelin in the garden', {}, as);
    expect(bookmarks.map(({ title }) => title)).toEqual([
      'Zeppelins',
      'Rose garden',
      'Winter garden',
      'Roof garden',
    ]);
    expect(query.closest).toBe(true);
  });

  test('accepts similar spellings of a name besides the typed one', async () => {
    expect(await titles('cheap things to do in Lisboa')).toEqual(
      expect.arrayContaining(['Lisboa a pé', 'Lisbon on a budget']),
    );
  });

  test('accepts other words of a root, but not every word that begins alike', async () => {
    const as = await library(sample('A meditation'), sample('Chickpea curry'), sample('Configure it'));
    const found = async (q: string) => (await find(as, { q })).bookmarks.map(({ title }) => title);
    expect(await found('meditate')).toEqual(['A meditation']);
    expect(await found('config')).toEqual(['Configure it']);
    expect(await found('chicken')).toEqual([]);
  });

  test('finds nothing if no word is known', async () => {
    const { bookmarks, query } = await ask('where is the xylophone zebra');
    expect(bookmarks).toEqual([]);
    expect(query.closest).toBe(false);
  });
});

describe('a condition that leaves nothing is dropped and reported', () => {
  test('the type, if only bookmarks of another type have the words', async () => {
    const { bookmarks, query } = await ask('that paper by Sutton about the bitter lesson');
    expect(bookmarks[0]?.title).toBe('The Bitter Lesson, by Rich Sutton');
    expect(query.dropped.map(({ field, value }) => `${field}:${value}`)).toEqual(['type:pdf']);
    expect(query.chips).toEqual([]);
  });

  test('a type that has the words is kept as a filter', async () => {
    const { bookmarks, query } = await ask('the paper about papers');
    expect(bookmarks.map(({ title }) => title)).toEqual(['A paper about papers']);
    expect(query.dropped).toEqual([]);
  });

  test('a date, in the language of the reader', async () => {
    const { body } = await tested.call(
      'search.find',
      { query: { q: 'aquele guia de Lisboa que salvei em 2019', mode: 'ask' } },
      { ...person, headers: { 'accept-language': 'pt-BR' } },
    );
    expect(body.bookmarks[0]?.title).toBe('Lisboa a pé');
    expect(body.query.dropped).toEqual([
      { field: 'created', op: '=', value: '2019', label: 'salvos em 2019' },
    ]);
  });

  test.each([
    [
      'aquele vídeo que vi sobre buracos negros',
      'Buracos negros: como nascem',
      'Consertar buracos na parede',
    ],
    ['that video I saw about black holes', 'Black holes, a beginning', 'Drilling holes in concrete'],
  ])('a visit, if a bookmark without one has more of the words: %s', async (q, wanted, decoy) => {
    const as = await library(
      sample(wanted, { url: 'https://www.youtube.com/watch?v=wanted' }),
      sample(decoy, { url: 'https://www.youtube.com/watch?v=decoy', visits: 3, lastAccessedAt: new Date() }),
    );
    const { bookmarks, query } = await ask(q, {}, as);
    expect(bookmarks[0]?.title).toBe(wanted);
    expect(query.dropped.map(({ field, value }) => `${field}:${value}`)).toEqual(['visited:never']);
  });

  test('no visit from a question without words', async () => {
    const as = await library(
      sample('Black holes'),
      sample('White dwarfs', { visits: 1, lastAccessedAt: new Date() }),
    );
    const { bookmarks, query } = await ask('qual foi o último link que eu li', {}, as);
    expect(bookmarks.map(({ title }) => title)).toEqual(['White dwarfs']);
    expect(query.dropped).toEqual([]);
  });

  test('the least important of several conditions without words', async () => {
    const { bookmarks, query } = await ask('my favorite videos');
    expect(bookmarks.map(({ title }) => title)).toEqual(['Green curry']);
    expect(query.dropped.map(({ value }) => value)).toEqual(['video']);
    expect([query.text, query.closest]).toEqual(['is:favorite', false]);
  });

  test('none, if only words that no bookmark has are left out', async () => {
    const { bookmarks, query } = await ask('my favorite xylophones');
    expect(bookmarks.map(({ title }) => title)).toEqual(['Green curry']);
    expect([query.text, query.closest, query.dropped]).toEqual(['is:favorite', true, []]);
    expect(query.droppedWords).toEqual(['xylophones']);
    const { body } = await tested.call(
      'search.facets',
      { query: { q: 'my favorite xylophones', mode: 'ask' } },
      person,
    );
    expect(body.hosts).toEqual([{ name: 'site.example', count: 1 }]);
  });

  test('never a negation', async () => {
    expect(await titles('green things but not curry')).not.toContain('Green curry');
  });

  test('none in a search by keywords', async () => {
    expect((await find(person, { q: 'type:video is:favorite' })).bookmarks).toEqual([]);
  });
});

describe('the text of a page', () => {
  const everyWord = 'how do i grow basil in a pot on the balcony';
  const grower = async (pageText: string) => {
    const as = await library(sample('Basil, from seed to pot'), sample('Pots'), sample('A long novel'));
    const { bookmarks } = await ask('novel', {}, as);
    await storePageText(as, bookmarks[0]?.uuid ?? '', pageText);
    return as;
  };

  test('does not match by the stop words of a sentence', async () => {
    const as = await grower('how do i find it in a box on the shelf');
    const found = await ask('how do I grow basil in a pot', {}, as);
    expect(found.bookmarks.map(({ title }) => title)).toEqual(['Basil, from seed to pot']);
    expect(found.query.closest).toBe(true);
  });

  test('comes before bookmarks with only a few of the words', async () => {
    const as = await grower('grow basil in a pot on the balcony');
    const found = await ask('how would one grow things in a pot on the balcony', {}, as);
    expect(found.bookmarks[0]?.title).toBe('A long novel');
  });

  test('matches after many bookmarks that have the words themselves', async () => {
    const breads = Array.from({ length: 25 }, (_, index) => sample(`Make bread ${index}`));
    const as = await library(sample('How to make bread'), ...breads, sample('A long novel'));
    const { bookmarks } = await ask('novel', {}, as);
    await storePageText(as, bookmarks[0]?.uuid ?? '', 'how to make bread at home');
    const found = await ask('how to make bread', { size: 50 }, as);
    expect(found.bookmarks.map(({ title }) => title)).toContain('A long novel');
  });

  test('matches if it has every word of a short question', async () => {
    const as = await grower(everyWord);
    const found = await ask('grow balcony', {}, as);
    expect(found.bookmarks.map(({ title }) => title)).toEqual(['A long novel']);
    expect(found.query.closest).toBe(false);
  });
});

describe('an order of a question', async () => {
  const created = (year: number) => ({ createdAt: new Date(`${year}-05-01`) });
  const as = await library(
    sample('Presente de aniversário para o irmão', created(2021)),
    sample('Ideias de presente: irmão e irmã', created(2023)),
    sample('Presente para a avó', created(2025)),
  );
  const closest = ['Ideias de presente: irmão e irmã', 'Presente de aniversário para o irmão'];

  test.each([
    [
      'does not put bookmarks with fewer of the words first',
      'mais novo',
      [...closest, 'Presente para a avó'],
    ],
    ['sorts all hits if it is an operator', 'sort:newest', ['Presente para a avó', ...closest]],
  ])('%s', async (_, order, expected) => {
    const { bookmarks, query } = await ask(`presente criativo para meu irmão ${order}`, {}, as);
    expect(query.text).toContain('sort:newest');
    expect(bookmarks.map(({ title }) => title)).toEqual(expected);
  });
});

test('a word that names a collection finds its bookmarks', async () => {
  const cook = await tested.signUp();
  const { body } = await tested.call('collections.create', { body: { name: 'Recipes' } }, cook);
  const add = (title: string, favorite: boolean, collections: string[]) =>
    tested.call(
      'bookmarks.create',
      { body: { title, url: `https://food.example/${title}`, favorite, collections } },
      cook,
    );
  await add('Moqueca', true, [body.uuid]);
  await add('Feijoada', false, [body.uuid]);
  await add('Chess', true, []);
  const { bookmarks } = await ask('my favorite recipes', {}, cook);
  expect(bookmarks.map(({ title }) => title)).toEqual(['Moqueca']);
});

describe('every dropped word is named', async () => {
  const cook = await tested.signUp();
  const { body: recipes } = await tested.call('collections.create', { body: { name: 'Recipes' } }, cook);
  const add = (title: string, more: object = {}) =>
    tested.call('bookmarks.create', { body: { title, url: `https://food.example/${title}`, ...more } }, cook);
  await add('Moqueca', { collections: [recipes.uuid] });
  await add('Bread');
  await add('Portuguese bread');
  const lost = async (q: string) => {
    const { bookmarks, query } = await ask(q, {}, cook);
    return [bookmarks.map(({ title }) => title), query.droppedWords];
  };

  test('if none of the hits has it', async () => {
    expect(await lost('moqueca recipes about zeppelins')).toEqual([['Moqueca'], ['zeppelins']]);
    expect(await lost('Portuguese zeppelins, with sauce')).toEqual([
      ['Portuguese bread'],
      ['zeppelins', 'sauce'],
    ]);
  });

  test('as it was typed, and not because of the words that do not rank', async () => {
    expect(await lost('where is my bread with Açaí')).toEqual([['Portuguese bread', 'Bread'], ['Açaí']]);
  });

  test('and a word that only names a collection is not lost with a condition', async () => {
    expect(await lost('recipes that I opened in 2019')).toEqual([['Moqueca'], []]);
    expect(await lost('recipes I opened recently')).toEqual([['Moqueca'], []]);
  });

  test('and the name of a language in either language is enough', async () => {
    expect(await lost('páginas em português sobre bread')).toEqual([['Portuguese bread', 'Bread'], []]);
  });
});

test('the closest hits continue on the next page, and facets count them', async () => {
  const reader = await library(
    ...Array.from({ length: 9 }, (_, index) =>
      sample(`Gardening on balconies, part ${index}`, { tags: ['garden'] }),
    ),
    sample('Snow'),
  );
  const q = 'how would I do gardening on a balcony with a cat and in the snow';
  const first = await ask(q, { size: 4 }, reader);
  const second = await ask(q, { size: 4, cursor: first.pagination.next ?? '' }, reader);
  const all = await ask(q, { size: 50 }, reader);
  expect(first.query.closest).toBe(true);
  expect(all.bookmarks.map(({ uuid }) => uuid).slice(0, 8)).toEqual(
    [...first.bookmarks, ...second.bookmarks].map(({ uuid }) => uuid),
  );
  const facets = await tested.call('search.facets', { query: { q, mode: 'ask' } }, reader);
  expect(facets.body.tags).toEqual([{ name: 'garden', count: 9 }]);
});

test('AND and NOT mean the same by keywords and in a question', async () => {
  for (const mode of ['keyword', 'ask'] as const) {
    const { bookmarks, query } = await find(person, { q: 'green AND NOT curry', mode });
    expect(query.text).toBe('green -curry');
    expect(bookmarks.map(({ title }) => title)).toEqual(['Yellow tomatoes, green tomatoes']);
  }
});
