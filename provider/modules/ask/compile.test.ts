import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeQuestion } from '@/evaluation/ask/judge';
import { questions } from '@/evaluation/ask/questions';
import { englishSentences } from '@/evaluation/ask/sentences-en';
import { portugueseSentences } from '@/evaluation/ask/sentences-pt-BR';
import { readDateTerm } from '@/lib/domain/query/fields';
import { parseQuery } from '@/lib/domain/query/parse';
import { printQuery } from '@/lib/domain/query/print';
import type { QueryNode } from '@/lib/domain/query/query';

import { foldText } from '@/lib/domain/search-words';
import en from '@/messages/en/search.json';
import pt from '@/messages/pt-BR/search.json';
import { compileQuestion, type QuestionContext } from '@/provider/modules/ask/compile';
import { mayName, noVocabulary } from '@/provider/modules/ask/vocabulary';

const context: QuestionContext = {
  now: new Date('2026-11-21T15:00:00Z'),
  timeZone: 'America/Sao_Paulo',
  locale: 'en',
  vocabulary: {
    collections: ['Cooking', 'Receitas', 'March', 'Casa & jardim', 'Casa', 'Python'],
    tags: ['rust', 'pão', 'machine learning', 'javascript'],
    hosts: ['smittenkitchen.com', 'react.dev', 'stripe.com'],
  },
};
const ask = (text: string, more: Partial<QuestionContext> = {}): string =>
  printQuery(compileQuestion(text, { ...context, ...more }));

const texts = questions.flatMap(({ seen, heldOut }) => [...seen, ...heldOut].map(([text]) => text));

describe('the evaluation', () => {
  test.each(questions)('in $language, 95 of 100 questions mean exactly what is expected', (asked) => {
    const all = [...asked.seen, ...asked.heldOut];
    const exact = all.filter((question) => judgeQuestion(question, asked.locale).isExact);
    expect(all.length).toBeGreaterThanOrEqual(150);
    expect(exact.length / all.length).toBeGreaterThanOrEqual(0.95);
  });

  test.each(questions)('in $language no question is repeated', ({ seen, heldOut }) => {
    const all = [...seen, ...heldOut].map(([text]) => text);
    expect(all.filter((text, index) => all.indexOf(text) !== index)).toEqual([]);
  });

  test.each([englishSentences, portugueseSentences])(
    'in $language, ranking is not tuned on half of at least 60 whole sentences',
    ({ tuned, untouched }) => {
      const texts = [...tuned, ...untouched].map(([text]) => foldText(text));
      expect(texts.length).toBeGreaterThanOrEqual(60);
      expect(Math.abs(tuned.length - untouched.length)).toBeLessThanOrEqual(1);
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    },
  );
});

test('a question without introducing words means the same in every library', () => {
  const silent = texts.filter((text) => !mayName(text));
  expect(silent.length).toBeGreaterThan(100);
  for (const text of silent) expect(ask(text)).toBe(ask(text, { vocabulary: noVocabulary }));
});

describe('a question', () => {
  test.each([['semana passada', 'created:last-week', 'videos last month', 'type:video created:last-month']])(
    'is understood whatever the language of the reader',
    (portugueseText, first, englishText, second) => {
      for (const locale of ['en', 'pt-BR']) {
        expect([ask(portugueseText, { locale }), ask(englishText, { locale })]).toEqual([first, second]);
      }
    },
  );

  test('has its days in the order of the reader', () => {
    expect(ask('saved on 03/05/2025')).toBe('created:2025-03-05');
    expect(ask('salvos em 03/05/2025', { locale: 'pt-BR' })).toBe('created:2025-05-03');
  });

  test('has the current day of the reader’s time zone', () => {
    const now = new Date('2026-03-01T01:00:00Z');
    expect(ask('three days ago', { now, timeZone: 'UTC' })).toBe('created:2026-02-26');
    expect(ask('three days ago', { now, timeZone: 'America/Sao_Paulo' })).toBe('created:2026-02-25');
  });

  test('has the summer of its language', () => {
    expect(ask('in the summer of 2024')).toBe('created:2024-06..2024-08');
    expect(ask('no verão de 2024')).toBe('created:2023-12..2024-02');
  });

  test('has collections and tags in the spelling of the library, and only existing ones', () => {
    expect(ask('in COOKING')).toBe('@Cooking');
    expect(ask('na coleção casa & jardim')).toBe('@"Casa & jardim"');
    expect(ask('com a tag pao')).toBe('#pão');
    expect(ask('in the March collection')).toBe('@March');
    expect(ask('in march')).toBe('created:2026-03');
    const vocabulary = { collections: ['Português'], tags: [], hosts: [] };
    expect(ask('artigos em português', { vocabulary })).toBe('type:article @Português');
    expect(ask('tagged golf', { vocabulary: { collections: [], tags: [], hosts: [] } })).toBe('golf');
  });

  test.each([
    ['is:favorite last week', 'is:favorite created:last-week'],
    ['site:github.com videos', 'site:github.com type:video'],
    ['-youtube favorites', '-youtube is:favorite'],
    ['limit:3 newest videos', 'type:video sort:newest limit:3'],
    ['(rust OR go) last week', '(rust OR go) last week'],
    ['#rust @Cooking', '#rust @Cooking'],
  ])('keeps operators: %s', (text, expected) => {
    expect(ask(text)).toBe(printQuery(parseQuery(expected).query));
  });

  test.each([
    'rust',
    'how to train your dragon',
    'the last of us',
    'last.fm',
    'may',
    'C++ templates',
    'links',
    'video game music',
    'yesterday lyrics',
    'blade runner 2049',
    'o que é isso',
    'segunda guerra mundial',
    '<when> <date>',
    '24/7 support',
  ])('of which nothing is understood is searched as it is: %s', (text) => {
    expect(compileQuestion(text, context)).toEqual({ ...parseQuery(text).query, soft: [], named: [] });
  });

  test.each(['last 0 days', 'last 0000 days', '9999 years ago', '9999 months ago', '9999 weeks ago', 'older than 0 years', "haven't opened in 0 days"])(
    'with a number that no calendar has is searched as it is: %s',
    (text) => expect(compileQuestion(text, context)).toEqual({ ...parseQuery(text).query, soft: [], named: [] }),
  ); // prettier-ignore
});

const datesOf = (node: QueryNode | null): string[] => {
  if (node === null) return [];
  if (node.kind === 'and' || node.kind === 'or') return node.nodes.flatMap(datesOf);
  if (node.kind === 'not') return datesOf(node.node);
  return node.kind === 'date' ? [node.value] : node.kind === 'dates' ? [node.from, node.to] : [];
};

describe('any text', () => {
  const words = texts.flatMap((text) => text.split(' '));
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 500 }),
    fc.array(fc.constantFrom(...words, ',', '"', '(', '-', '<date>', '2024', 'a'), { maxLength: 60 }).map((parts) => parts.join(' ')),
  ); // prettier-ignore

  test('is a deterministic query whose printed form parses to itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const printed = ask(text);
        expect(ask(text)).toBe(printed);
        expect(
          datesOf(compileQuestion(text, context).where).filter((term) => readDateTerm(term) !== term),
        ).toEqual([]);
        expect(printQuery(parseQuery(printed).query)).toBe(printed);
      }),
      { numRuns: 300 },
    );
  });

  test('is never an empty query if it has a word', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { where, sort, limit } = compileQuestion(text, context);
        const typed = parseQuery(text).query;
        if (typed.where !== null) expect([where, sort, limit]).not.toEqual([null, null, null]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('whole sentences', () => {
  test.each([
    ['recipes I opened recently', 'recipes sort:visited'],
    ['recipes opened recently', 'recipes sort:visited'],
    ['recipes that I have recently opened', 'recipes sort:visited'],
    ['what did I read lately about bread', 'bread sort:visited'],
    ['unread articles about bread', '-is:read type:article bread'],
    ['artigos não lidos sobre pão', 'type:article -is:read pão'],
    ['articles to read later', 'type:article is:later'],
    ['artigos para ler depois', 'type:article is:later'],
    ['articles I never opened', 'type:article visited:never'],
    ['things I read about bread lately', '-visited:never bread sort:visited'],
    ['music I saved recently', 'music sort:newest'],
    ['videos saved lately', 'type:video sort:newest'],
    ['receitas que abri recentemente', 'receitas sort:visited'],
    ['receitas que vi ultimamente', 'receitas sort:visited'],
    ['receitas abertas há pouco tempo', 'receitas sort:visited'],
    ['músicas que salvei recentemente', 'músicas sort:newest'],
    ['links que salvei ultimamente', 'sort:newest'],
    ['recently discovered planets', 'recently discovered planets'],
    ['portuguese articles', '(portuguese OR português) type:article'],
    ['artigos em português', 'type:article (portuguese OR português)'],
    ['artigos portugueses sobre css', 'type:article (portuguese OR português) css'],
    ['articles about css in English', 'type:article css (english OR inglês)'],
    ['vídeos em inglês que salvei ontem', 'type:video (english OR inglês) created:yesterday'],
    ['articles not in english', 'type:article -(english OR inglês)'],
    ['english breakfast', 'english breakfast'],
    ['learn portuguese', 'learn portuguese'],
    ['how to write articles in portuguese', 'how to write articles in portuguese'],
    ['newest favorites first', 'is:favorite sort:newest'],
    ['latest favorites', 'is:favorite sort:newest'],
    ['mais novos favoritos primeiro', 'is:favorite sort:newest'],
    ['mais de um ano atrás', 'created:<1y'],
    ['artigos salvos há mais de um ano atrás', 'type:article created:<1y'],
    ['artigos do site nexojornal.com.br', 'type:article site:nexojornal.com.br'],
    ['from the site nytimes.com', 'site:nytimes.com'],
    ['documentação do react', 'type:docs react'],
    ['documentação do stripe', 'type:docs stripe'],
    ['documentação do github', 'type:docs github'],
    ['vídeos do youtube', 'type:video site:youtube.com'],
    ['rust AND async NOT video', 'rust async -video'],
    ['aquela música que toca no vídeo da propaganda', 'aquela música que toca no vídeo da propaganda'],
    ['o livro que indicaram no podcast sobre sono', 'livro indicaram podcast sono'],
    ['no artigo da Piauí que salvei ontem', 'artigo Piauí created:yesterday'],
    [
      'a reportagem no "Jornal da Cidade" que salvei ontem',
      'reportagem "Jornal da Cidade" created:yesterday',
    ],
    ['onde fica o backup, no iphone', 'onde fica o backup, no iphone'],
    ['o que vi no docs do react sobre hooks', '-visited:never type:docs react hooks'],
    ['rust, no videos or podcasts', 'rust -type:video -type:audio'],
    ['rust but no video', 'rust -type:video'],
    ['articles but no "part one"', 'type:article -"part one"'],
    ['minhas receitas favoritas sem glúten', 'receitas is:favorite sem glúten'],
    ['aquele vídeo sem cortes do show', 'type:video sem cortes show'],
    ['favorites without sugar', 'is:favorite without sugar'],
    ['a dropdown from last week without javascript', 'dropdown created:last-week without javascript'],
    ['why is wasm slow when not javascript', 'why is wasm slow when not javascript'],
    ['my machine does not rust anymore', 'my machine does not rust anymore'],
    ['web apps not javascript', 'web apps -javascript'],
    ['web apps that are not javascript', 'web apps -javascript'],
    ['rust, no docs', 'rust -type:docs'],
    ['react tutorials, no documentation', 'react tutorials -type:docs'],
    ['articles about diet, no meat', 'type:article diet -meat'],
    ['rust, no video', 'rust -type:video'],
    ['bolo de cenoura, no forno', 'bolo de cenoura, no forno'],
    ['links about css that no longer work', 'css is:broken'],
    ['articles about rust that are broken', 'type:article rust is:broken'],
    ['links sobre css que não abrem mais', 'css is:broken'],
    ['my favorites over 2 years old', 'is:favorite created:<2y'],
    ['recipes more than a year old', 'recipes created:<1y'],
    ['receitas com mais de 2 anos', 'receitas created:<2y'],
    ['everything from github over 2 years old', 'site:github.com created:<2y'],
    [
      'how can I find the article from github I saved last week',
      'how can I find type:article site:github.com created:last-week',
    ],
    ['what is on reddit about rust', 'what site:reddit.com rust'],
    ['links I have never used about css', 'visited:never css'],
    ['receitas do tudogostoso favoritas', 'receitas site:tudogostoso.com.br is:favorite'],
    ['the first photo of a black hole', 'first type:image black hole'],
    ['qual foi a primeira foto de um buraco negro', 'primeira type:image buraco negro'],
    ['what is the first thing to do after a dog bite', 'first thing after dog bite'],
    ['first link I ever saved', 'sort:oldest limit:1'],
    ['primeiro link que salvei', 'sort:oldest limit:1'],
    ['the first video I saved', 'type:video sort:oldest limit:1'],
    ['first bookmark about rust', 'rust sort:oldest limit:1'],
    ['the first article about rust I saved', 'type:article rust sort:oldest limit:1'],
    ['toys for kids over 3 years old', 'toys for kids over 3 years old'],
    ['favorite toys for kids older than 3 years', 'is:favorite toys kids older than 3 years'],
    ['sleep schedule for babies less than 6 months old', 'sleep schedule for babies less than 6 months old'],
    ['vacinas para crianças com mais de 5 anos', 'vacinas para crianças com mais de 5 anos'],
    ['vacinas para quem tem mais de 60 anos', 'vacinas para quem tem mais de 60 anos'],
    ['brinquedos para criança que tem 2 anos', 'brinquedos para criança que tem 2 anos'],
    ['meu filho tem 2 anos e não dorme', 'meu filho tem 2 anos e não dorme'],
    ['links over 3 years old', 'created:<3y'],
    ['articles about css more than 2 years old', 'type:article css created:<2y'],
    ['links do github com mais de 2 anos', 'site:github.com created:<2y'],
    [
      'artigos sobre vacinas para crianças com mais de 5 anos',
      'type:article vacinas para crianças mais 5 anos',
    ],
    ['saved less than 6 months ago', 'created:6m'],
    ['com mais de 2 anos', 'created:<2y'],
    ['links que têm mais de 2 anos', 'created:<2y'],
    ['artigo que salvei tem 2 anos', 'type:article created:2024'],
    ['tem 2 anos que salvei', 'created:2024'],
    ['quanto custa o visto em 2026', 'quanto custa visto created:2026'],
    ['preciso tirar o visto este ano', 'tirar visto created:this-year'],
    ['visto ontem', 'visited:yesterday'],
    ['what should I read this weekend', 'what should I read created:2026-11-21..2026-11-22'],
    ['o vídeo visto em março', 'type:video visited:2026-03'],
    ['artigo que foi visto ontem', 'type:article visited:yesterday'],
    ['books to read this summer', 'books to read created:2026-06..2026-08'],
    ['read this summer', 'visited:2026-06..2026-08'],
    ['how do I read a csv from last week', 'how read csv created:last-week'],
    ['I have never used git, where do I start', 'never used git start'],
    ['nunca usei docker, por onde começo', 'nunca usei docker, por onde começo'],
    ['links I have never used', 'visited:never'],
    ['the game I used to play', 'the game I used to play'],
    ['how do I download videos from youtube', 'how do I download videos from youtube'],
    ['como baixar vídeos do youtube', 'como baixar vídeos do youtube'],
    ['how to get verified on instagram', 'how to get verified on instagram'],
    ['show me how to share youtube links', 'how to share youtube'],
    ['how do I read a file in Python', 'how do I read a file in Python'],
    ['como medir a pressão em casa', 'como medir a pressão em casa'],
    ['pressão em casa', 'pressão @Casa'],
    ['michelin starred restaurants in Lisbon', 'michelin starred restaurants in Lisbon'],
    ['rust starred last week', 'rust is:favorite created:last-week'],
    ['starred recipes', 'is:favorite recipes'],
    ['my starred links from github', 'is:favorite site:github.com'],
    ['my dishwasher stopped working, what can I check', 'my dishwasher stopped working, what can I check'],
    ['minha impressora não funciona mais', 'minha impressora não funciona mais'],
    ['the screen of my phone is broken', 'the screen of my phone is broken'],
    ['links that stopped working', 'is:broken'],
    ['which ones are dead', 'is:broken'],
    ['links que estão quebrados', 'is:broken'],
    ['rust, everything that does not work', 'rust is:broken'],
    ['páginas que não abrem', 'is:broken'],
    ['plugins do figma para acessibilidade', 'plugins do figma para acessibilidade'],
    ['vídeos do youtube para crianças', 'type:video site:youtube.com crianças'],
    ['o que salvei do youtube para estudar', 'site:youtube.com estudar'],
    ['vagas do linkedin de ontem', 'vagas site:linkedin.com created:yesterday'],
    ['receitas do tudogostoso com frango', 'receitas site:tudogostoso.com.br frango'],
  ])('%s: %s', (text, meaning) => {
    expect(ask(text)).toBe(meaning);
  });
});

test.each([
  ['en', en],
  ['pt-BR', pt],
] as const)('the general examples are understood completely: %s', (locale, { questions: general }) => {
  const meanings = Object.values(general).map((question) => ask(question, { locale }));
  expect(meanings).toEqual([
    'created:last-week',
    'is:favorite',
    'site:github.com',
    'type:docs',
    'type:video',
  ]);
});
