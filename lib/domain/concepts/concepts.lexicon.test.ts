import fs from 'node:fs';
import { expect, test } from 'vitest';
import { findConcepts, groups, termWords } from '@/lib/domain/concepts/concepts';
import { foldText, splitWords } from '@/lib/domain/search-words';

const folder = import.meta.dirname;
const subjects = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({
    name,
    lines: JSON.parse(fs.readFileSync(`${folder}/${name}`, 'utf8')) as string[],
  }));

const keysOf = (line: string): Set<string> =>
  new Set(line.split(', ').map((term) => termWords(term).join(' ')));

const groupsByKey = new Map<string, string[]>();
for (const line of groups)
  for (const key of keysOf(line)) groupsByKey.set(key, [...(groupsByKey.get(key) ?? []), line]);

/** Words that occur in bookmarks of every subject, and words without a meaning of their own. */
const tooGeneral = new Set(
  `about add all and any are article bem best big boa bom can coisa com como create da das data date de del do dos
  each em entre esta este faz fazer find first for from get give go good great have help how is isso it item its
  keep know last like link list look mais make many mas may melhor more most muito must na nas new no nos nova novo
  now of on one onde or other out page pagina para people por quando que quem see ser sem show site sobre some start
  stuff take than that the thing this tipo to todo top tudo type um uma use user usar ver very via view want way we
  web what when where which who why with you your`.split(/\s+/),
);
/** General words that name one clear group nevertheless. */
const allowed = new Set(['article', 'site', 'user']);

test('the lexicon contains every file of its folder, and at least 2,500 groups', () => {
  expect(subjects.flatMap(({ lines }) => lines).toSorted()).toEqual([...groups].toSorted());
  expect(groups.length).toBeGreaterThanOrEqual(2_500);
});

test.each(subjects)('the groups of $name are sorted', ({ lines }) => {
  const sorted = lines
    .map((line) => ({ line, folded: foldText(line) }))
    .sort((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : a.line < b.line ? -1 : 1));
  expect(lines).toEqual(sorted.map(({ line }) => line));
});

test('each group consists of at least two different terms, none of them twice', () => {
  const wrong = groups.filter((line) => {
    const terms = line.toLowerCase().split(', ');
    return (
      terms.some((term) => term === '' || term !== term.trim()) ||
      new Set(terms).size < terms.length ||
      keysOf(line).size < 2
    );
  });
  expect(wrong).toEqual([]);
});

test('no group is a part of another', () => {
  const wrong = groups.filter((line) => {
    const keys = [...keysOf(line)];
    const others = (groupsByKey.get(keys[0] ?? '') ?? []).filter((other) => other !== line);
    return others.some((other) => keys.every((key) => keysOf(other).has(key)));
  });
  expect(wrong).toEqual([]);
  expect(new Set(groups).size).toBe(groups.length);
});

test('no term belongs to more than four groups', () => {
  expect([...groupsByKey].filter(([, lines]) => lines.length > 4)).toEqual([]);
});

test('no term is a general word or a single letter', () => {
  const wrong = [...groupsByKey.keys()].filter(
    (key) => (tooGeneral.has(key) && !allowed.has(key)) || key.length < 2,
  );
  expect(wrong).toEqual([]);
});

test('every term names its group', () => {
  const lost = groups.flatMap((line) =>
    line.split(', ').filter((term) => {
      const words = splitWords(term);
      const keys = keysOf(line);
      const spans = findConcepts(words);
      return !spans.some(
        ({ length, terms }) => length === words.length && terms.some((other) => keys.has(other.join(' '))),
      );
    }),
  );
  expect(lost).toEqual([]);
});
