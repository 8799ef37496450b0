import { expect, test } from 'vitest';
import { listSourceFiles } from './list-committed-files';

/** Folders that are written in these terms. The others follow. */
const CHECKED = /^(?:app|lib|server)\//;
const REJECTED =
  /\b(?:whoever|(?<!['"])nobody|anew|comes to pass|is told|are told|kept pages?|vocables?|leftovers|throw-away)\b/i;

test('comments, names and log messages use the terms of the field', () => {
  const found = listSourceFiles()
    .filter(({ path }) => CHECKED.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (REJECTED.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});
