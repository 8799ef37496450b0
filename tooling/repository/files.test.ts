import fs from 'node:fs';
import { expect, test } from 'vitest';
import { listCommittedFiles, listSourceFiles } from './list-committed-files';

const MAX_LINES = 400;
/** Vendored code, migrations and tests. */
const LONG_BY_NATURE = /^(?:components\/ui\/|provider\/db\/migrations\/)|\.test\.tsx?$/;

/** Folders of a single machine, and URLs of package registries. */
const MACHINE = /(?<![\w.~])\/(?:work|root|home|Users)\/\w|registry\.npmjs\.org|[/@]registry\.|\.jfrog\.io/;
const LEFT_OVER = /\b(?:TODO|FIXME|XXX|HACK)\b/;
/** This file, which contains the patterns, and fixtures, which are files of users. */
const EXEMPT = /^tooling\/repository\/files\.test\.ts$|\/fixtures\//;

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

test(`no source file is longer than ${MAX_LINES} lines`, () => {
  const long = listSourceFiles().filter(
    ({ path, text }) => !LONG_BY_NATURE.test(path) && countLines(text) > MAX_LINES,
  );
  expect(long.map(({ path }) => path)).toEqual([]);
});

test('no committed file names a folder of a single machine or a package registry', () => {
  const found = listCommittedFiles().flatMap(({ path, text }) => {
    const match = EXEMPT.test(path) ? null : MACHINE.exec(text);
    return match ? [`${path}: ${match[0]}`] : [];
  });
  expect(found).toEqual([]);
});

// The other test files share the modules and the globals of their worker.
test('only isolated test files replace modules or the database of the browser', () => {
  const found = listSourceFiles().filter(
    ({ path, text }) =>
      /\.test\.tsx?$/.test(path) &&
      !/\.isolated\.test\.tsx?$/.test(path) &&
      !EXEMPT.test(path) &&
      /\bvi\.(?:mock|doMock)\(|'fake-indexeddb/.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

/** Tests of the repository, of a folder of data, and of all formats, which have no source of their own. */
const WITHOUT_SOURCE =
  /^(?:tooling\/(?:boundaries|container|repository)\/|provider\/messages\/|lib\/formats\/formats\.test\.ts$)/;

test('the name of a test file begins with the name of a file beside it', () => {
  const sources = new Set(
    listSourceFiles()
      .filter(({ path }) => !path.includes('.test.'))
      .map(({ path }) => path.replace(/\.\w+$/, '')),
  );
  const found = listSourceFiles().filter(({ path }) => {
    const [, named] = /^(.*\/[^/.]+)(?:\.[\w-]+)*\.test\.tsx?$/.exec(path) ?? [];
    return named !== undefined && !sources.has(named) && !WITHOUT_SOURCE.test(path);
  });
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('no source file contains a to-do comment', () => {
  const found = listSourceFiles().filter(({ path, text }) => !EXEMPT.test(path) && LEFT_OVER.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('the lockfile has no download URLs and contains every platform of an optional package', () => {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>;
  };
  const addressed = Object.keys(packages).filter((name) => packages[name]?.resolved !== undefined);
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  const missing = optional.filter(
    (name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)),
  );
  expect(addressed).toEqual([]);
  // `npm ci` rejects a lockfile without some of them. npm writes such lockfiles when node_modules is not empty.
  expect([...new Set(missing)]).toEqual([]);
});
