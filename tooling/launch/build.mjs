import fs from 'node:fs';
import path from 'node:path';
import { runQuietly } from './child.mjs';
import { withProgress } from './console.mjs';
import { hashSources } from './hash-sources.mjs';

/** Bundle of the server process, stored next to the build. */
const SERVER = path.resolve('.next/serve/main.mjs');

/**
 * Node arguments that start the server. By default, V8 sizes its heap by the memory of the machine and retains half a
 * gigabyte of garbage; with this limit it collects earlier, and imports and exports of 100,000 bookmarks still fit. The young generation needs a
 * limit too: it grows to 128 MB under load, and V8 marks without pause while the old one has less room than that left.
 */
export const serverArguments = ['--max-old-space-size=216', '--max-semi-space-size=16', SERVER];

/** The C library allocates a heap per thread and releases little of it: a limit of two arenas saves 100 MB. */
export const serverEnv = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' };

/** Written last, so that an interrupted build is repeated. */
const STAMP = '.next/markwell-sources';

/** Builds if the sources changed since the last build. Never replaces the build of a running server. */
export async function ensureBuilt() {
  if (fs.existsSync(SERVER) && isServing()) return;
  const sources = hashSources();
  if (fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === sources) return;
  await withProgress('Building (a minute or two)', build);
  fs.writeFileSync(STAMP, sources);
}

/**
 * Whether the process that locked DATA_DIR is alive. The server performs the complete check and reports it; this one
 * only prevents replacing the files of a running server.
 */
function isServing() {
  const lock = path.join(process.env.DATA_DIR || '.data', 'lock');
  try {
    process.kill(JSON.parse(fs.readFileSync(lock, 'utf8')).pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function build() {
  fs.rmSync(STAMP, { force: true });
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  await runQuietly(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    env,
    what: 'The build',
  });
  await runQuietly(process.execPath, ['node_modules/@serwist/cli/cli.js', 'build'], {
    env,
    what: 'The build of the service worker',
  });
  await bundleServer();
}

/**
 * Bundles the programs that run outside of Next: the server, the worker, backup and restore, and isolated programs;
 * the migrations are read from the folder next to them. Bundles start faster than hundreds of modules, and production
 * needs no TypeScript.
 */
async function bundleServer() {
  const [{ build: bundle }, { bundleExportPage }] = await Promise.all([
    import('esbuild'),
    import('./export-page.mjs'),
  ]);
  await bundle({
    entryPoints: {
      main: 'server/main.ts',
      worker: 'server/worker-main.ts',
      backup: 'server/backup-main.ts',
      restore: 'server/restore-main.ts',
      'article-program': 'provider/integrations/reader/article-program.ts',
      'pdf-program': 'provider/integrations/pages/pdf-program.ts',
      'image-program': 'provider/integrations/images/image-program.ts',
    },
    outdir: path.dirname(SERVER),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    external: ['next', 'pg-native', 'canvas', 'sharp'],
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // V8 retains the sources in memory. Names stay readable in stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
    // CommonJS packages expect `require`.
    banner: {
      js: `import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);`,
    },
  });
  fs.writeFileSync(path.join(path.dirname(SERVER), 'export-page.html'), await bundleExportPage());
  fs.cpSync('provider/db/migrations', path.join(path.dirname(SERVER), 'migrations'), { recursive: true });
}
