import { expect, test } from 'vitest';
import { listCommittedFiles } from './list-committed-files';

/** A note is defined next to its mechanism, at the start of a comment line; all other mentions cite it. */
const DEFINITION = /^[ \t]*(?:\*|\/\/)[ \t]*\[Note: ([^\]]+)\]/gm;
const MENTION = /\[Note: ([^\]]+)\]/g;

function titlesIn(pattern: RegExp): string[] {
  return listCommittedFiles()
    .filter(({ path }) => path !== 'tooling/repository/notes.test.ts')
    .flatMap(({ text }) => [...text.matchAll(pattern)].map(([, title = '']) => title));
}

test('every cited note exists', () => {
  const defined = new Set(titlesIn(DEFINITION));
  expect(titlesIn(MENTION).filter((title) => !defined.has(title))).toEqual([]);
});

test('every note is defined once', () => {
  const titles = titlesIn(DEFINITION);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});
