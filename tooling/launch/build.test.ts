import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let checkout = '';

beforeEach(() => {
  checkout = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-launch-'));
});

afterEach(() => fs.rmSync(checkout, { recursive: true }));

function write(file: string, text: string): void {
  const target = path.join(checkout, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}

/** Calls one function of the launcher in the checkout, in a separate process like the launcher. */
function call(module: string, name: string, env: Record<string, string> = {}): string {
  const file = path.join(import.meta.dirname, module);
  const script = `import { ${name} } from ${JSON.stringify(file)}; console.log((await ${name}()) ?? '');`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: checkout,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe('whether a build is needed', () => {
  const hash = () => call('hash-sources.mjs', 'hashSources');

  beforeEach(() => {
    write('app/page.tsx', 'one');
    write('package-lock.json', '{}');
  });

  test.each([
    'app/page.tsx',
    'package-lock.json',
    'app/new.tsx',
    'lib/deep/er/file.ts',
    'messages/en/a.json',
  ])('it is when %s changes', (file) => {
    const before = hash();
    write(file, 'two');
    expect(hash()).not.toBe(before);
  });

  test('it is when a file is renamed, or text moves from one file to the next', () => {
    write('lib/a.ts', 'ab');
    write('lib/b.ts', 'c');
    const before = hash();
    write('lib/a.ts', 'a');
    write('lib/b.ts', 'bc');
    const moved = hash();
    fs.renameSync(path.join(checkout, 'lib/b.ts'), path.join(checkout, 'lib/c.ts'));
    expect(new Set([before, moved, hash()]).size).toBe(3);
  });

  test.each([
    'app/page.test.tsx',
    'docs/operations.md',
    'README.md',
    'e2e/specs/a.spec.ts',
    'bench/run.ts',
    '.next/server/page.js',
    '.data/lock',
    'node_modules/a/index.js',
    'next-env.d.ts',
  ])('it is not when %s changes', (file) => {
    const before = hash();
    write(file, 'two');
    expect(hash()).toBe(before);
  });
});

describe('whether packages have to be installed', () => {
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/for-another-platform': { version: '1.0.0', optional: true },
  };
  const npm = () => path.join(checkout, 'npm.js');
  /** Returns whether the launcher called npm. */
  const installs = (): boolean => {
    call('install.mjs', 'ensureInstalled', { npm_execpath: npm() });
    return fs.existsSync(path.join(checkout, 'called'));
  };

  beforeEach(() => {
    // Makes the script below a CommonJS script, whatever package.json parent folders contain.
    write('package.json', '{}');
    write('package-lock.json', JSON.stringify({ packages }));
    write('npm.js', `require('node:fs').writeFileSync('called', process.argv.slice(2).join(' '))`);
  });

  test('they have to when none is installed', () => {
    expect(installs()).toBe(true);
    expect(fs.readFileSync(path.join(checkout, 'called'), 'utf8')).toMatch(/^ci --include=dev/);
  });

  test('they have to when the lockfile names another version, or one more', () => {
    const installed = { 'node_modules/a': { version: '0.9.0' } };
    write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
    expect(installs()).toBe(true);
  });

  test('they do not when only packages for other platforms are missing', () => {
    const installed = { 'node_modules/a': { version: '1.0.0' } };
    write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
    expect(installs()).toBe(false);
  });

  test('a failed installation prints the output of npm and one error message', () => {
    write('npm.js', `console.error('network is down'); process.exit(7)`);
    expect(installs).toThrow(/network is down[^]*npm ci failed \(exit code 7\)/);
  });
});
