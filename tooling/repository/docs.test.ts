import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listCommittedFiles } from './list-committed-files';

const committed = listCommittedFiles();
const paths = committed.map((file) => file.path);
/** A superseded decision may name files that no longer exist. */
const documents = committed.filter(
  (file) => file.path.endsWith('.md') && !/^Status: superseded/m.test(file.text),
);

/** Matches `provider/db/schema` and `lib/domain/query/match.ts`; patterns and templates contain other characters. */
const PATH = /`((?:app|components|lib|provider|server|tooling|e2e|bench|evaluation|docs)\/[\w()[\].@/-]+)`/g;
/** Matches `jobs.ts` and `find-local.api.test.ts`; `x.ts` is a placeholder for any file. */
const NAME = /`((?!x\.)[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|sql))`/g;
const LINK = /\]\((?!https?:)([^)#]+)[)#]/g;

/** The extension is optional, and a folder may end with a slash. */
const isCommitted = (name: string): boolean => {
  const plain = name.replace(/\/$/, '');
  return paths.some((file) => file === plain || file.startsWith(`${plain}/`) || file.startsWith(`${plain}.`));
};

const namesIn = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

test('documents name files and folders that exist', () => {
  const missing = documents.flatMap(({ path: document, text }) => [
    ...namesIn(PATH, text).filter((name) => !isCommitted(name)).map((name) => `${document}: ${name}`), // prettier-ignore
    ...namesIn(NAME, text)
      .filter((name) => !paths.some((file) => file === name || file.endsWith(`/${name}`)))
      .map((name) => `${document}: ${name}`),
  ]);
  expect(missing).toEqual([]);
});

test('links between documents have existing targets', () => {
  const broken = documents.flatMap(({ path: document, text }) =>
    namesIn(LINK, text)
      .filter((link) => !fs.existsSync(path.join(path.dirname(document), link)))
      .map((link) => `${document}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('decision 17 states the reason for every dependency', () => {
  const { dependencies, devDependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const table = fs.readFileSync('docs/decisions/0017-dependencies.md', 'utf8');
  const named = new Set(table.match(/@?[\w./-]+/g));
  const installed = Object.keys({ ...dependencies, ...devDependencies });
  expect(installed.filter((name) => !name.startsWith('@types/') && !named.has(name))).toEqual([]);
});

test('the index of decisions has the date, title and status of each', () => {
  const folder = 'docs/decisions/';
  const index = fs.readFileSync(`${folder}README.md`, 'utf8').replaceAll(/ +\|/g, ' |').split('\n');
  const rows = committed
    .filter(({ path: file }) => /^docs\/decisions\/\d/.test(file))
    .map(({ path: file, text }) => {
      const [, number, title] = /^# (\d+)\. (.+)/.exec(text) ?? [];
      const [, successor] = /^Status: superseded by \[(\d+)\]/m.exec(text) ?? [];
      const [, date] = /^Date: (\d{4}-\d{2}-\d{2})$/m.exec(text) ?? [];
      const status = successor === undefined ? 'accepted' : `superseded by ${successor}`;
      return `| ${number} | ${date} | [${title}](${file.slice(folder.length)}) | ${status} |`;
    });
  expect(rows.filter((row) => !index.includes(row))).toEqual([]);
});
