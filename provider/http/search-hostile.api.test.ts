import { describe, expect, test } from 'vitest';
import { createFinder, sample, type FindQuery } from '@/provider/testing/finder';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call } = tested;
const { titles, library } = createFinder(tested);

describe('hostile queries', async () => {
  const person = await library(
    sample(`Robert'); drop table bookmarks;--`),
    sample('100% _under_ \\back\\ <b>bold</b> $$money$$ :* & ! <-> (group) "quoted"'),
    sample('the and of'),
  );

  test.each([
    '%', '%%', '_', '__', '\\', '\\\\', "'", "''", '"', '""', '--', '/* */', '$$', ':*', '&', '&&', '!', '!!', '<->', '()', '((', '|', "' or 1=1 --",
    "'); drop table bookmarks; --", '\\x', "a':*", '\u202E', '\u0301\u0301', '*'.repeat(10_000), '('.repeat(10_000), ' '.repeat(10_000), 'a'.repeat(10_000),
    'ab '.repeat(3_333), Array.from({ length: 3_000 }, (_, index) => index.toString(36)).join(' ').slice(0, 10_000), '🙂'.repeat(5_000), 'é'.repeat(9_999),
  ])('is text, answered at once: %s', async (q) => {
    const started = performance.now();
    const { status } = await call('search.find', { query: { q } }, person);
    expect(status).toBe(200);
    expect(performance.now() - started).toBeLessThan(300);
  }); // prettier-ignore

  test.each([
    ["robert'); drop", `Robert'); drop table bookmarks;--`],
    ['100% _under', '100% _under_ \\back\\ <b>bold</b> $$money$$ :* & ! <-> (group) "quoted"'],
    ['the and', 'the and of'],
  ])('its words are looked for as they are: %s', async (q, title) => {
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
