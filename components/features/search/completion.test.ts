import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  completed,
  completionAt,
  matchingNames,
  withoutCompletion,
} from '@/components/features/search/use-completion';

/** Parses a text with `|` at the position of the caret. */
const at = (marked: string) => {
  const caret = marked.indexOf('|');
  return { text: marked.replace('|', ''), caret };
};

test.each([
  ['@|', '@', ''],
  ['@ru|', '@', 'ru'],
  ['trains #ru| in europe', '#', 'ru'],
  ['trains @night tra|', '@', 'night tra'],
  ['-#ru|', '#', 'ru'],
  ['(#a OR #b|)', '#', 'b'],
  ['@"night tra|"', '@', 'night tra'],
])('in %j a name after %s is being typed: %j', (marked, sign, typed) => {
  const { text, caret } = at(marked);
  expect(completionAt(text, caret)).toMatchObject({ sign, typed });
});

test.each(['mail me@example|', 'trains|', 'c#|', '@"night trains" |', '# |', '|@rust'])(
  'in %j no name is being typed',
  (marked) => {
    const { text, caret } = at(marked);
    expect(completionAt(text, caret)).toBeNull();
  },
);

test.each([
  ['#ru|', '#rust', '#rust |'],
  ['a #ru| b', '#rust', 'a #rust| b'],
  ['a @nig|ht b', '@"Night trains"', 'a @"Night trains"| b'],
  ['a -@"nig|', '@"Night trains"', 'a -@"Night trains" |'],
])('%j completed with %s is %j', (marked, condition, expected) => {
  const { text, caret } = at(marked);
  const completion = completionAt(text, caret);
  expect(completion).not.toBeNull();
  if (!completion) return;
  const done = completed(text, completion, condition);
  const wanted = at(expected);
  expect(done.text).toBe(wanted.text);
  expect(done.text.slice(0, done.caret).trimEnd()).toBe(wanted.text.slice(0, wanted.caret).trimEnd());
});

test('the name being typed is left out of the search', () => {
  const { text, caret } = at('night -@ru| trains');
  const completion = completionAt(text, caret);
  expect(completion && withoutCompletion(text, completion)).toBe('night trains');
});

test('names that start with the typed text come first, regardless of accents', () => {
  const names = ['Minha ação', 'Acao', 'Rust'];
  expect(matchingNames(names, (name) => name, 'aça')).toEqual(['Acao', 'Minha ação']);
  expect(matchingNames(names, (name) => name, 'minha a')).toEqual(['Minha ação']);
  expect(matchingNames(['Rust', 'in Rust guide'], (name) => name, 'rust guide')).toEqual([]);
});

test('no text causes an error, and a name is inserted at its sign', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, caret) => {
      const completion = completionAt(text, Math.min(caret, text.length));
      if (completion) expect(text[completion.from]).toBe(completion.sign);
    }),
  );
});
