import fs from 'node:fs';
import path from 'node:path';
import { runQuietly } from './child.mjs';
import { withProgress } from './console.mjs';
import { hashSources } from './hash-sources.mjs';

/** The process that serves the build, bundled beside it. */
const SERVER = path.resolve('.next/serve/main.mjs');

/**
 * Arguments of Node that start the server. V8 sizes its heap by the memory of the machine and would keep half a gigabyte
 * of garbage; with this limit it collects in time, and imports and exports of 100,000 bookmarks still fit. A page is
 * rendered within the young generation: with room for it, a request takes a third less processor time.
 */
export const serverArguments = ['--max-old-space-size=232', '--max-semi-space-size=32', SERVER];

/** The C library keeps a heap for each thread and returns little of it: two arenas save 100 MB. */
export const serverEnv = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' };

/** Written last, so that a build that was interrupted is made again. */
const STAMP = '.next/markwell-sources';

/** Builds when the sources are not those of the last build. Under a server that runs, nothing is replaced. */
export async function ensureBuilt() {
  if (fs.existsSync(SERVER) && isServing()) return;
  const sources = hashSources();
  if (fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === sources) return;
  await withProgress('Building (a minute or two)', build);
  fs.writeFileSync(STAMP, sources);
}

/**
 * Whether DATA_DIR has a living owner. The server itself looks more closely, and then says so; this is only to not
 * pull the files away from under it.
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
 * Bundles what runs outside of Next: the server, backup and restore, and the programs that the server runs in processes of
 * their own; the migrations are read from the folder beside them. They start faster than hundreds of modules, and production needs no TypeScript.
 */
async function bundleServer() {
  const { build: bundle } = await import('esbuild');
  await bundle({
    entryPoints: {
      main: 'server/main.ts',
      backup: 'server/backup-main.ts',
      restore: 'server/restore-main.ts',
      'article-program': 'provider/integrations/reader/article-program.ts',
      'image-program': 'provider/integrations/images/image-program.ts',
    },
    outdir: path.dirname(SERVER),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    external: ['next', 'pg-native', 'canvas', 'sharp'],
    platform: 'node',
    format: 'esm',
    target: 'node24',
    logLevel: 'warning',
    // What was written for CommonJS expects `require`.
    banner: {
      js: `import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);`,
    },
  });
  fs.cpSync('provider/db/migrations', path.join(path.dirname(SERVER), 'migrations'), { recursive: true });
}
