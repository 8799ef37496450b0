import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseQuery } from '@/lib/domain/query/parse';
import { printQuery } from '@/lib/domain/query/print';
import { type QueryNode } from '@/lib/domain/query/query';
import { anyQuery, anyText } from '@/lib/domain/query/testing/arbitraries';

const runs = { numRuns: 3_000 };
/** Returns a parsed text in canonical form. */
const read = (text: string): string => printQuery(parseQuery(text).query);
const sizeOf = (node: QueryNode | null): number =>
  node === null ? 0 : JSON.stringify(node).split('"kind"').length - 1;

describe('any text', () => {
  test('is a query whose canonical form means the same', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { query } = parseQuery(text);
        const printed = printQuery(query);
        expect(parseQuery(printed).query).toEqual(query);
        expect(read(printed)).toBe(printed);
      }),
      runs,
    );
  });

  test('keeps its filters in any surrounding text', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        // An open quote before it may be closed after it: then everything in between is a phrase.
        fc.pre(!/["“”„‟]/.test(before));
        const text = `${before} is:favorite ${after}`;
        expect(JSON.stringify(parseQuery(text).query.where)).toContain('"favorite"');
      }),
      runs,
    );
  });
});

test('any query means the same after it is printed', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      expect(parseQuery(printQuery(query)).query).toEqual(query);
    }),
    runs,
  );
});

describe('words', () => {
  test.each([
    'organic android notebook nothing oreo orca',
    'ouro euforia não andar notas',
    'or and not',
    'foo:bar __proto__:x constructor:y',
    'https://x.y/z?a=b me@example.com C:\\temp',
    "don't e-mail c++ f# 50% a/b",
    '--watch',
    '🚀 👨‍👩‍👧 日本語 مرحبا שלום हिन्दी',
    'a:b:c ::x is',
  ])('%s', (text) => {
    const { query, parsed } = parseQuery(text);
    const words = text.split(' ').map((word): QueryNode => ({ kind: 'word', text: word }));
    expect(query.where).toEqual(words.length === 1 ? words[0] : { kind: 'and', nodes: words });
    expect([parsed, query.sort, query.limit]).toEqual([true, null, null]);
  });
});

describe('is parsed:', () => {
  test.each([
    // Alternatives join their neighbors.
    ['a OR b', 'a OR b'],
    ['a b OR c d', 'a (b OR c) d'],
    ['a OR b OR c', 'a OR b OR c'],
    ['(a OR b) OR (c)', 'a OR b OR c'],
    ['(a b) OR c', '(a b) OR c'],
    ['a OR OR b', 'a OR b'],
    ['a OR & b', 'a OR b'],
    ['a OR -b', 'a OR -b'],
    // At an end it is a word.
    ['OR', 'or'],
    ['OR a', 'or a'],
    ['a OR', 'a or'],
    ['(a OR) b', 'a or b'],
    ['a AND b', 'a b'],
    ['a AND b OR c AND d', 'a (b OR c) d'],
    ['AND', 'and'],
    ['AND b', 'and b'],
    ['a AND', 'a and'],
    ['a AND NOT b', 'a -b'],
    ['NOT a', '-a'],
    ['NOT "a b"', '-"a b"'],
    ['NOT (a b)', '-(a b)'],
    ['NOT is:favorite NOT #tag', '-is:favorite -#tag'],
    ['NOT -a', 'a'],
    ['a NOT', 'a not'],
    ['NOT AND', 'not and'],
    ['not a and b', 'not a and b'],
    ['NOTE a', 'NOTE a'],
    ['a (OR b)', 'a or b'],
    ['-OR', '-or'],
    // Negations.
    ['-a', '-a'],
    ['-"a b"', '-"a b"'],
    ['-#a -@b -title:c', '-#a -@b -title:c'],
    ['-(a b)', '-(a b)'],
    ['-(a)', '-a'],
    ['-(-a)', 'a'],
    ['-(-(-a))', '-a'],
    ['-(-(a b)) c', 'a b c'],
    ['-(--watch)', '-(--watch)'],
    ['a-b', 'a-b'],
    // Phrases.
    ['"night   trains"', '"night trains"'],
    ['“night trains”', '"night trains"'],
    ['„Nacht zug“', '"Nacht zug"'],
    ['“5" disks”', '"5"" disks"'],
    ['foo"bar baz"qux', 'foo "bar baz" qux'],
    ['"say ""hi"" now"', '"say ""hi"" now"'],
    // Tags and collections.
    ['#rust #"Two words" #c++ #🔥', '#rust #"Two words" #c++ #🔥'],
    ['tag:rust TAG:"two words"', '#rust #"two words"'],
    ['#a, #b', '#a #b'],
    ['@Inbox in:work collection:"To read"', '@Inbox @work @"To read"'],
    // Sites.
    ['site:GitHub.com', 'site:github.com'],
    ['domain:www.github.com host:*.example.com', 'site:github.com site:example.com'],
    ['site:https://www.github.com/', 'site:github.com'],
    ['site:https://github.com/a/b', 'site:github.com url:"github.com/a/b"'],
    ['-site:github.com/a', '-(site:github.com url:"github.com/a")'],
    ['site:münchen.de', 'site:xn--mnchen-3ya.de'],
    ['site:localhost:3000', 'site:localhost:3000'],
    // States and types.
    ['is:Starred is:dup IS:LOCKED', 'is:favorite is:duplicate is:encrypted'],
    ['type:videos type:documentation type:repo', 'type:video type:docs type:code'],
    ['is:favorite, type:pdf,', 'is:favorite type:pdf'],
    // Dates.
    ['created:2024 created:2024-3 created:2024/03/05', 'created:2024 created:2024-03 created:2024-03-05'],
    [
      'created:Last-Week created:"last week" created:last_week',
      'created:last-week created:last-week created:last-week',
    ],
    ['created:>=2024 created:<2024-02 created:=2024', 'created:>=2024 created:<2024-02 created:2024'],
    ['created:2023..2024 created:2023.. created:..2024', 'created:2023..2024 created:>=2023 created:<=2024'],
    ['before:2024 after:2024 since:2024', 'created:<2024 created:>2024 created:>=2024'],
    [
      'visited:30d visited:>2w visited:never -visited:1y',
      'visited:30d visited:>2w visited:never -visited:1y',
    ],
    ['created:2024-02-29', 'created:2024-02-29'],
    // One field, and visits.
    ['title:a title:"a b" url:x/y', 'title:a title:"a b" url:x/y'],
    ['visits:5 visits:>05 visits:<=7', 'visits:5 visits:>5 visits:<=7'],
    // Sort order and limit are separate from the conditions, at any position.
    ['sort:new a limit:5 b sort:visits limit:010 limit:20', 'a b limit:010 sort:visits limit:20'],
    ['(a sort:oldest) OR b', 'a OR b sort:oldest'],
    // Symbols without meaning are omitted, unless there is nothing else.
    ['rust #', 'rust'],
    ['rust - & "" ()', 'rust'],
    ['#', '#'],
    ['- #', '-'],
    ['', ''],
    ['  \t\u3000', ''],
  ])('%j as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('invalid conditions count as words, and are reported:', () => {
  test.each([
    ['"night trains', 'night trains'],
    ['night" trains', 'night trains'],
    ['"night"" trains', 'night trains'],
    ['#"two words', 'two words'],
    ['title:"two words', 'title: two words'],
    ['(night trains', 'night trains'],
    ['night) trains', 'night trains'],
    ['-(night trains', '-(night trains)'],
    [':) night', 'night'],
    ['-sort:newest -limit:5', '-"sort:newest" -"limit:5"'],
    ['is:"foo bar"', 'is: "foo bar"'],
  ])('%j as %j', (text, expected) => {
    expect([read(text), parseQuery(text).parsed]).toEqual([expected, false]);
  });

  test.each(
    [
      'created:nonsense created:2024-13 created:2024-02-30 created:2023-02-29 created:24 created:0999 created:3000',
      'created: created:> created:1..2..3 created:.. created:0d created:30x',
      'created:never created:>never created:..never visited:>never visited:never..2024 visited:2024..never',
      'is:foo is: type:foo sort:foo limit: limit:0 limit:-1 limit:1e3 limit:9999999 visits:many visits:> visits:-1',
      'site: site:. site:www. site:a:b:c title:!! url:- tag: in: collection:,',
    ].flatMap((words) => words.split(' ')),
  )('%s', (text) => {
    expect(parseQuery(text)).toEqual({
      query: { where: { kind: 'word', text }, sort: null, limit: null },
      parsed: false,
    });
  });

  test.each(['', 'a', '#', '@', '-', '""', '()', 'a OR', 'a "b" (c)', 'foo:bar', '5 > 3'])(
    '%j is not invalid',
    (text) => {
      expect(parseQuery(text).parsed).toBe(true);
    },
  );
});

describe('long and deeply nested texts', () => {
  afterEach(() => vi.restoreAllMocks());

  const nested = (depth: number): string => '(a OR (b '.repeat(depth) + 'c' + '))'.repeat(depth);

  test('brackets are limited to a depth', () => {
    expect(parseQuery(nested(10)).parsed).toBe(true);
    // Brackets that only make a printed query easier to read are omitted.
    const inAlternatives = 'a OR (b '.repeat(32) + 'c' + ')'.repeat(32);
    const understood = parseQuery(inAlternatives);
    expect(understood.parsed).toBe(true);
    expect(parseQuery(printQuery(understood.query))).toEqual(understood);
    for (const text of [
      nested(50),
      nested(1_000),
      '('.repeat(10_000),
      '-('.repeat(5_000) + 'a',
      ')'.repeat(10_000),
    ]) {
      const { query, parsed } = parseQuery(text);
      expect(parsed).toBe(false);
      expect(parseQuery(printQuery(query)).query).toEqual(query);
    }
    expect(parseQuery(`${nested(50)} is:favorite`).query.where).toMatchObject({
      nodes: expect.arrayContaining([{ kind: 'is', state: 'favorite' }]) as unknown,
    });
  });

  /** Number of characters that sticky patterns have read. */
  function stepsOf(text: string): number {
    let steps = 0;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the pattern as its receiver
    const { exec } = RegExp.prototype;
    const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, input) {
      const from = this.lastIndex;
      const found = exec.call(this, input);
      if (this.sticky) steps += (found === null ? input.length : this.lastIndex) - from;
      return found;
    });
    parseQuery(text);
    spy.mockRestore();
    return steps;
  }

  test('are read at most a few times', () => {
    const piece = fc.oneof(
      fc.string({ minLength: 1, maxLength: 8 }),
      anyText.filter((text) => text !== ''),
    );
    fc.assert(
      fc.property(piece, fc.string(), (unit, end) => {
        const text = unit.repeat(10_000 / unit.length + 1).slice(0, 10_000) + end;
        expect(stepsOf(text)).toBeLessThanOrEqual(4 * text.length);
        expect(sizeOf(parseQuery(text).query.where)).toBeLessThanOrEqual(text.length);
      }),
    );
    for (const unit of [
      '"',
      '""',
      '“""',
      '"" “',
      '"“',
      '"a""',
      '“"',
      '#"',
      'title:"',
      '-"',
      '"a',
      '“',
      '(',
      'a OR ',
      '-(',
      'x:',
      ',',
    ]) {
      expect(stepsOf(unit.repeat(10_000))).toBeLessThanOrEqual(4 * unit.length * 10_000);
    }
  });
});
