import { describe, expect, test } from 'vitest';
import {
  blankRule,
  ruleFields,
  ruleOps,
  rulesOf,
  textOf,
  withOp,
  type Rule,
} from '@/components/features/collections/rules';

const short = (text: string): string[] =>
  rulesOf(text).rules.map(({ field, op, value }) => `${field} ${op} ${value}`.trim());

describe('rules of a query', () => {
  test.each([
    ['trains', ['word is trains']],
    ['"night trains" -slow', ['word is night trains', 'word not slow']],
    ['#trains -#"two words"', ['tag is trains', 'tag not two words']],
    ['@Rust -@"To read"', ['collection is Rust', 'collection not To read']],
    ['site:github.com -site:gist.github.com', ['site is github.com', 'site not gist.github.com']],
    ['is:favorite -is:broken', ['is is favorite', 'is not broken']],
    ['type:video', ['type is video']],
    ['title:rust -title:"a b"', ['title is rust', 'title not a b']],
    ['created:30d created:<6m', ['created within 30d', 'created past 6m']],
    ['created:last-week', ['created during last-week']],
    ['created:2024-03-05 created:<2024-01-01', ['created on 2024-03-05', 'created before 2024-01-01']],
    ['created:>2024-01-01', ['created after 2024-01-01']],
    ['visited:never', ['visited never']],
    ['-visited:never', ['visited ever']],
    ['visits:>5 visits:<=10', ['visits > 5', 'visits <= 10']],
  ])('%s', (text, rules) => {
    expect(short(text)).toEqual(rules);
    expect(textOf(rulesOf(text))).toBe(text);
  });

  test('alternatives match any', () => {
    expect(rulesOf('#a OR #b').match).toBe('any');
    expect(short('#a OR #b')).toEqual(['tag is a', 'tag is b']);
  });

  test.each([
    ['#a (#b OR #c)', ['tag is a', 'text is #b OR #c']],
    ['-(#b #c) x', ['text is -(#b #c)', 'word is x']],
    ['created:2024..2025', ['text is created:2024..2025']],
    ['created:2024', ['text is created:2024']],
    ['-created:30d', ['text is -created:30d']],
    ['url:docs', ['text is url:docs']],
    ['#a OR (#b #c)', ['tag is a', 'text is #b #c']],
  ])('what no row can show is text: %s', (text, rules) => {
    expect(short(text)).toEqual(rules);
    const printed = textOf(rulesOf(text));
    expect(textOf(rulesOf(printed))).toBe(printed);
    expect(short(printed)).toEqual(rules);
  });

  test('order and limit stay, although no row shows them', () => {
    expect(textOf(rulesOf('#a sort:title limit:5'))).toBe('#a sort:title limit:5');
  });
});

describe('the query of rules', () => {
  const text = (...rules: Rule[]): string =>
    textOf({ match: 'all', rules, rest: { sort: null, limit: null } });

  test('rows with nothing chosen are ignored', () => {
    expect(text({ field: 'tag', op: 'is', value: ' ' }, { field: 'word', op: 'not', value: '' })).toBe('');
  });

  test.each<[Rule, string]>([
    [{ field: 'word', op: 'is', value: '#not a tag' }, '"#not a tag"'],
    [{ field: 'word', op: 'is', value: 'OR' }, '"OR"'],
    [{ field: 'word', op: 'not', value: '-x' }, '-"-x"'],
    [{ field: 'tag', op: 'is', value: '#trains' }, '#trains'],
    [{ field: 'site', op: 'is', value: 'https://www.GitHub.com/' }, 'site:github.com'],
    [{ field: 'visits', op: '>', value: 'x' }, 'visits:>0'],
    [{ field: 'text', op: 'is', value: '#a OR #b' }, '#a OR #b'],
  ])('%j is %s', (rule, expected) => {
    expect(text(rule)).toBe(expected);
  });

  test('every field and operator can be started, and is parsed back unchanged', () => {
    for (const field of ruleFields) {
      for (const op of ruleOps[field]) {
        const begun = withOp(blankRule(field), op);
        const value =
          { on: '2024-03-05', before: '2024-03-05', after: '2024-03-05' }[op as string] ?? begun.value;
        const rule = { ...begun, value: value === '' && op !== 'never' && op !== 'ever' ? 'abc' : value };
        const [back] = rulesOf(text(rule)).rules;
        if (field === 'text') expect(back).toEqual({ field: 'word', op: 'is', value: 'abc' });
        else expect(back).toEqual(op === 'never' || op === 'ever' ? { ...rule, value: '' } : rule);
      }
    }
  });

  test('an operator that needs another kind of value resets it, any other keeps it', () => {
    expect(withOp({ field: 'created', op: 'within', value: '2w' }, 'past').value).toBe('2w');
    expect(withOp({ field: 'created', op: 'within', value: '2w' }, 'during').value).toBe('this-week');
    expect(withOp({ field: 'created', op: 'within', value: '2w' }, 'on').value).toBe('');
    expect(withOp({ field: 'tag', op: 'is', value: 'a' }, 'not').value).toBe('a');
  });
});
