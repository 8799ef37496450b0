import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isolatedProgram } from '@/provider/integrations/isolated-program';

/** Returns the error code of a statement that runs with the flags of an isolated program; empty if it succeeds. */
function errorCode(execArgv: readonly string[], statement: string): string {
  const script = `try { ${statement}; console.log('') } catch (error) { console.log(error.code) }`;
  return spawnSync(process.execPath, [...execArgv, '--eval', script], { encoding: 'utf8' }).stdout.trim();
}

const file = (name: string): string => JSON.stringify(path.resolve(name));

// Guarantee: a parser that is compromised by its input cannot read secrets or write anything.
test.each([
  ['reader/article-program', { memoryMb: 64 }],
  ['pages/pdf-program', { memoryMb: 64 }],
  ['images/image-program', { memoryMb: 64, addons: true }],
])('%s reads its own code and nothing else of the machine', (source, options) => {
  const { file: program, execArgv } = isolatedProgram(source, undefined, options);
  const code = (statement: string): string => errorCode(execArgv, statement);
  expect(code(`require('fs').readFileSync(${JSON.stringify(program)})`)).toBe('');
  for (const statement of [
    `require('fs').readFileSync('/etc/passwd')`,
    `require('fs').readFileSync(${file('.env.example')})`,
    `require('fs').readdirSync(${file('.')})`,
    `require('fs').writeFileSync(${file('node_modules/written')}, '')`,
    `require('child_process').execSync('id')`,
    `new (require('worker_threads').Worker)('1', { eval: true })`,
  ]) {
    expect([statement, code(statement)]).toEqual([statement, 'ERR_ACCESS_DENIED']);
  }
});

test('a bundled program without native code can read only its own file', () => {
  const { execArgv } = isolatedProgram('reader/article-program', '/srv/programs', { memoryMb: 64 });
  expect(execArgv.filter((flag) => flag.startsWith('--allow'))).toEqual([
    '--allow-fs-read=/srv/programs/article-program.mjs',
  ]);
});
