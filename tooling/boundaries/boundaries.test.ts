import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser';
import { afterEach, describe, expect, test } from 'vitest';

const load = createRequire(path.resolve('package.json'));
const layers = load('./.dependency-cruiser.cjs') as IConfiguration;
const runtime = load('./.dependency-cruiser.runtime.cjs') as IConfiguration;
const modules = load('./.dependency-cruiser.modules.cjs') as IConfiguration;

/** Files of a small project that violates one rule, as text by path. */
type Planted = Record<string, string>;

const layerViolations: Record<string, Planted> = {
  'no-cycles': { 'lib/utils/a.ts': `import './b'`, 'lib/utils/b.ts': `import './a'` },
  'no-unresolvable': { 'lib/utils/a.ts': `import './nowhere'` },
  'features-know-no-sibling': {
    'components/features/search/a.ts': `import type { B } from '@/components/features/vault/b'`,
    'components/features/vault/b.ts': `export type B = string`,
  },
  'shell-takes-features-as-slots': {
    'components/shell/a.ts': `import '@/components/features/vault/b'`,
    'components/features/vault/b.ts': `export {}`,
  },
  'entities-know-no-feature': {
    'components/entities/a.ts': `import '@/components/features/vault/b'`,
    'components/features/vault/b.ts': `export {}`,
  },
  'common-knows-no-domain': {
    'components/common/a.ts': `import '@/components/entities/b'`,
    'components/entities/b.ts': `export {}`,
  },
  'ui-stands-alone': { 'components/ui/a.ts': `import '@/lib/routes'`, 'lib/routes.ts': `export {}` },
  'lib-is-below-screens': {
    'lib/utils/a.ts': `import '@/components/ui/b'`,
    'components/ui/b.ts': `export {}`,
  },
  'provider-composed-by-the-server': {
    'lib/bff/bff.ts': `import type { P } from '@/provider/index'`,
    'provider/index.ts': `export type P = string`,
  },
  'provider-by-its-index': {
    'server/a.ts': `import '@/provider/modules/b'`,
    'provider/modules/b.ts': `export {}`,
  },
  'server-by-its-start': {
    'lib/bff/bff.ts': `import '@/server/provider-deps'`,
    'server/provider-deps.ts': `export {}`,
  },
  'service-started-once': {
    'lib/bff/bff.ts': `import '@/server/start-service'`,
    'server/start-service.ts': `export {}`,
  },
  'worker-without-http': {
    'provider/jobs/a.ts': `import '@/provider/middleware/b'`,
    'provider/middleware/b.ts': `import '@/provider/app'`,
    'provider/app.ts': `export {}`,
  },
  'app-without-jobs': {
    'server/main.ts': `import '@/server/b'`,
    'server/b.ts': `import '@/provider/jobs/start-jobs'`,
    'provider/jobs/start-jobs.ts': `export {}`,
  },
  'provider-knows-little-of-lib': {
    'provider/a.ts': `import '@/lib/api/b'`,
    'lib/api/b.ts': `export {}`,
  },
  'provider-without-framework': { 'provider/a.ts': `import 'next/server'` },
  'contract-imports-zod-only': {
    'lib/contract/a.ts': `import '@/lib/domain/b'`,
    'lib/domain/b.ts': `export {}`,
  },
  'pure-rules-stay-pure': { 'lib/domain/a.ts': `import 'react'` },
  'bookmark-described-below-its-users': {
    'lib/bookmark/a.ts': `import '@/lib/api/b'`,
    'lib/api/b.ts': `export {}`,
  },
  'formats-run-anywhere': { 'lib/formats/a.ts': `import 'node:zlib'` },
  'domain-knows-no-format': {
    'lib/domain/a.ts': `import '@/lib/formats/b'`,
    'lib/formats/b.ts': `export {}`,
  },
  'data-layer-below-its-users': {
    'lib/api/a.ts': `import '@/lib/outbox/b'`,
    'lib/outbox/b.ts': `export {}`,
  },
  'keys-know-nothing-else': {
    'lib/crypto/a.ts': `import { b } from '@/lib/vault/b'; export const a = b`,
    'lib/vault/b.ts': `export const b = 1`,
  },
  'decrypted-data-stays-in-the-browser': {
    'lib/bff/a.ts': `import '@/lib/vault/b'`,
    'lib/vault/b.ts': `export {}`,
  },
  'browser-loads-no-server-code': {
    'components/common/a.ts': `void import('@/lib/env/b')`,
    'lib/env/b.ts': `export {}`,
  },
  'extension-shares-what-runs-anywhere': {
    'extension/lib/a.ts': `import '@/components/features/b'`,
    'components/features/b.ts': `export {}`,
  },
  'product-without-extension': {
    'lib/utils/a.ts': `import '@/extension/b'`,
    'extension/b.ts': `export {}`,
  },
  'no-programs-in-the-product': { 'server/a.ts': `import '@/tooling/b'`, 'tooling/b.ts': `export {}` },
  'no-test-code-in-the-product': {
    'provider/a.ts': `import '@/provider/testing/b'`,
    'provider/testing/b.ts': `export {}`,
  },
  'no-dev-dependency-in-the-product': { 'lib/utils/a.ts': `import 'fast-check'` },
};

const helper = { 'lib/utils/b.ts': `export { c } from '@/lib/utils/c'` };

const runtimeViolations: Record<string, Planted> = {
  'browser-reaches-no-server-code': {
    ...helper,
    'components/features/vault/a.tsx': `import { c } from '@/lib/utils/b'; export const d = c`,
    'lib/utils/c.ts': `import { env } from '@/lib/env/server'; export const c = env`,
    'lib/env/server.ts': `export const env = 1`,
  },
  'browser-reaches-no-server-package': {
    ...helper,
    'components/features/vault/a.tsx': `import { c } from '@/lib/utils/b'; export const d = c`,
    'lib/utils/c.ts': `import pg from 'pg'; export const c = pg`,
  },
  'browser-parses-nothing-with-zod': {
    ...helper,
    'components/features/vault/a.tsx': `import { c } from '@/lib/utils/b'; export const d = c`,
    'lib/utils/c.ts': `import { z } from 'zod'; export const c = z`,
  },
  'extension-background-parses-nothing-with-zod': {
    'extension/background/a.ts': `import { c } from '@/extension/lib/c'; export const d = c`,
    'extension/lib/c.ts': `import { z } from 'zod'; export const c = z`,
  },
};

const moduleViolations: Record<string, Planted> = {
  'modules-form-no-cycle': {
    'provider/modules/tags/a.ts': `import '@/provider/modules/bulk/b'`,
    'provider/modules/bulk/b.ts': `export {}`,
    'provider/modules/bulk/c.ts': `import type { D } from '@/provider/modules/tags/d'; export type E = D`,
    'provider/modules/tags/d.ts': `export type D = string`,
  },
};

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

describe('each rule about layers finds its planted violation, and only that one', () => {
  test.each(Object.entries(layerViolations))('%s', async (name, planted) => {
    expect(await violatedRules(planted, layers)).toEqual([name]);
  });

  test('two modules that import types from each other', async () => {
    const planted = {
      'lib/utils/a.ts': `import type { B } from './b'; export type A = B | 1`,
      'lib/utils/b.ts': `import type { A } from './a'; export type B = A | 2`,
    };
    expect(await violatedRules(planted, layers)).toEqual(['no-cycles']);
  });
});

test.each([
  ['problem', []],
  ['field-errors', []],
  ['bookmarks', ['common-knows-no-domain']],
])('a common component that imports lib/api/%s', async (name, found) => {
  const planted = {
    'components/common/a.ts': `import '@/lib/api/${name}'`,
    [`lib/api/${name}.ts`]: `export {}`,
  };
  expect(await violatedRules(planted, layers)).toEqual(found);
});

describe('each rule about browser code finds transitive violations', () => {
  test.each(Object.entries(runtimeViolations))('%s', async (name, planted) => {
    expect(await violatedRules(planted, runtime)).toEqual([name]);
  });

  test.each([
    ['imported on demand', `export const load = () => import('./selection-dialogs')`, []],
    ['imported statically', `export { d } from './selection-dialogs'`, ['browser-parses-nothing-with-zod']],
  ])('the schemas of a form that is %s by a list', async (_, text, found) => {
    const planted = {
      'components/features/bookmarks/bookmark-list.tsx': text,
      'components/features/bookmarks/selection-dialogs.tsx': `import { z } from 'zod'; export const d = z`,
    };
    expect(await violatedRules(planted, runtime)).toEqual(found);
  });

  test('a type import does not count', async () => {
    const planted = {
      'components/features/vault/a.tsx': `import type { C } from '@/provider/c'; export const d: C = 1`,
      'provider/c.ts': `export type C = number`,
    };
    expect(await violatedRules(planted, runtime)).toEqual([]);
  });
});

describe('each rule about modules of the service finds its planted violation', () => {
  test.each(Object.entries(moduleViolations))('%s', async (name, planted) => {
    expect(await violatedRules(planted, modules)).toEqual([name]);
  });

  test('a test may use the modules that are built on its own', async () => {
    const planted = {
      'provider/modules/tags/a.test.ts': `import '@/provider/modules/bulk/b'`,
      'provider/modules/bulk/b.ts': `import '@/provider/modules/tags/c'`,
      'provider/modules/tags/c.ts': `export {}`,
    };
    expect(await violatedRules(planted, modules)).toEqual([]);
  });
});

test('every rule has a planted violation', () => {
  const names = (config: IConfiguration) => config.forbidden?.map(({ name }) => name);
  expect(Object.keys(layerViolations)).toEqual(names(layers));
  expect(Object.keys(runtimeViolations)).toEqual(names(runtime));
  expect(Object.keys(moduleViolations)).toEqual(names(modules));
});

async function violatedRules(planted: Planted, config: IConfiguration): Promise<string[]> {
  const folder = plant(planted);
  const { options: { tsConfig: _ours, ...options } = {}, ...ruleSet } = config;
  const { output } = await cruise(
    ['.'],
    { ...options, baseDir: folder, validate: true, ruleSet },
    { alias: { '@': folder } },
  );
  const { violations } = (output as ICruiseResult).summary;
  return [...new Set(violations.map(({ rule }) => rule.name))];
}

/** Writes the files, and stubs of the packages that they import. */
function plant(planted: Planted): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-boundaries-')));
  folders.push(folder);
  const packages = { zod: '4', pg: '8', next: '16', react: '19' };
  const files: Planted = {
    ...planted,
    'package.json': JSON.stringify({ dependencies: packages, devDependencies: { 'fast-check': '4' } }),
  };
  for (const name of ['zod', 'pg', 'next', 'next/server', 'react', 'fast-check']) {
    files[`node_modules/${name}/package.json`] = JSON.stringify({ name, version: '1.0.0', main: 'index.js' });
    files[`node_modules/${name}/index.js`] = '';
  }
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  return folder;
}
