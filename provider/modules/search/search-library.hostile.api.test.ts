import { describe, expect, test } from 'vitest';
import { createRandom } from '@/lib/utils/random';
import { countStatements } from '@/provider/testing/statements';
import { createFinder, sample, type FindQuery } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call } = tested;
const { titles, library } = createFinder(tested);

const statementsMax = 12;

describe('hostile queries', async () => {
  const person = await library(
    sample(`Robert'); drop table bookmarks;--`),
    sample('100% _under_ \\back\\ <b>bold</b> $$money$$ :* & ! <-> (group) "quoted"'),
    sample('the and of'),
  );

  /** A query of any length needs no more statements than a short one. */
  async function expectAnswer(q: string): Promise<void> {
    const statements = await countStatements(tested.db, async () => {
      expect((await call('search.find', { query: { q } }, person)).status).toBe(200);
    });
    expect(statements).toBeLessThanOrEqual(statementsMax);
  }

  test.each([
    '%', '%%', '_', '__', '\\', '\\\\', "'", "''", '"', '""', '--', '/* */', '$$', ':*', '&', '&&', '!', '!!', '<->', '()', '((', '|', "' or 1=1 --",
    "'); drop table bookmarks; --", '\\x', "a':*", '\u202E', '\u0301\u0301', '*'.repeat(10_000), '('.repeat(10_000), ' '.repeat(10_000), 'a'.repeat(10_000),
    'ab '.repeat(3_333), Array.from({ length: 3_000 }, (_, index) => index.toString(36)).join(' ').slice(0, 10_000), '🙂'.repeat(5_000), 'é'.repeat(9_999),
  ])('special characters are text: %s', async (q) => {
    await expectAnswer(q);
  }); // prettier-ignore

  test.each([
    '-a -b', '-a', '-(a OR b)', '-(-(-(ab)))', '(', '((((', '))))', '-', '--', '-"', 'OR', 'OR OR OR', 'a OR', '()', '( )', '-()', '""', '"" ""', ':', 'is:', 'is:x',
    'created:', 'created:9999-99-99', 'created:>never', 'visits:>99999999999999', 'limit:0', 'limit:999999999', 'sort:sort', 'site:', 'site:///', 'site:[::1]',
    '#', '@', '##', '@@', '#""', `#"'"`, String.raw`#"\"`, '@"%"', 'title:"', 'url:.*', 'url:(.*', 'title:"a b" -title:"b a"', '"a*" "b+" "[x"', 'type:pdf type:video',
    '(a OR b) '.repeat(1_000), '-(a '.repeat(2_500), '(a OR '.repeat(1_600), '('.repeat(4_990) + 'ab' + ')'.repeat(4_990), '-'.repeat(9_998) + 'ab',
    '"'.repeat(9_999), '" "'.repeat(3_333), '"ab '.repeat(2_500), 'ab OR '.repeat(1_666), '-ab '.repeat(2_500), '#ab '.repeat(2_500), '@ab '.repeat(2_500),
    'site:ab.example '.repeat(600), 'created:2024 '.repeat(750), 'url:ab '.repeat(1_400), 'is:duplicate '.repeat(700), 'is:public OR '.repeat(700), '-is:uncollected '.repeat(600),
    `"${'ab cd '.repeat(1_600)}"`, `title:"${'a '.repeat(4_900)}"`, Array.from({ length: 64 }, (_, index) => String.fromCharCode(97 + (index % 26))).join(' '),
    Array.from({ length: 64 }, (_, index) => String.fromCharCode(0x4e00 + index)).join(' '), Array.from({ length: 1_200 }, (_, index) => `w${index} OR`).join(' '),
    Array.from({ length: 1_400 }, (_, index) => `-w${index}`).join(' '), `url:${'x'.repeat(9_000)}`, `#${'x'.repeat(9_000)}`, `site:${'x.'.repeat(4_000)}`,
    '\u0001 a\u0001b', '"a\u0001b"', 'ﷺ'.repeat(9_000), '👨‍👩‍👧‍👦'.repeat(900), 'a\u0301'.repeat(4_000),
  ])('malformed or huge queries get a response: %s', async (q) => {
    await expectAnswer(q);
  }); // prettier-ignore

  test('random characters in any order get a response', async () => {
    const parts = ['a', 'the', 'OR', '-', '(', ')', '"', '#', '@', 'is:', 'site:', 'title:', 'created:', '..', ' ', ' ', ':', 'ß', '🚀', '機', "'", '\\', '*', '<3', '2024'];
    const random = createRandom(4);
    for (let round = 0; round < 300; round += 1) {
      const q = Array.from({ length: 1 + Math.floor(random() * 40) }, () => parts[Math.floor(random() * parts.length)]).join('');
      expect([q, (await call('search.find', { query: { q } }, person)).status]).toEqual([q, 200]);
    }
  }); // prettier-ignore

  test.each([
    ["robert'); drop", `Robert'); drop table bookmarks;--`],
    ['100% _under', '100% _under_ \\back\\ <b>bold</b> $$money$$ :* & ! <-> (group) "quoted"'],
    ['the and', 'the and of'],
  ])('words are searched literally: %s', async (q, title) => {
    expect(await titles(person, { q })).toEqual([title]);
  });

  test.each([
    [{ q: 'a\0b' }, 'q'],
    [{ q: 'a'.repeat(10_001) }, 'q'],
    [{ q: 'ab', mode: 'magic' }, 'mode'],
    [{ q: 'ab', space: 'x' }, 'space'],
    [{ q: 'ab', size: 1_000 }, 'size'],
    [{ q: 'ab', cursor: 'x' }, 'cursor'],
  ])('refuses %j', async (query, path) => {
    const { problem } = await call('search.find', { query: query as FindQuery }, person);
    expect(problem).toMatchObject({ status: 422, errors: [{ path }] });
  });
});
