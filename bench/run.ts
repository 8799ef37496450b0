import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { adminUsers } from '@/bench/admin-users';
import { asking } from '@/bench/asking';
import { backup } from '@/bench/backup';
import { bookmarkFile } from '@/bench/data/bookmark-file';
import { fillSpace } from '@/bench/data/fill';
import { copies } from '@/bench/copies';
import { encrypting } from '@/bench/encrypting';
import { finding } from '@/bench/finding';
import { first } from '@/bench/first';
import { firstLoadBytes } from '@/bench/first-load';
import { flooding } from '@/bench/flooding';
import { importing } from '@/bench/importing';
import {
  residentMb,
  root,
  signIn,
  startApp,
  startFloor,
  type RunningApp,
  type RunningServer,
} from '@/bench/lib/app';
import { atMost, missed, record, section } from '@/bench/lib/report';
import { memory } from '@/bench/memory';
import { organise } from '@/bench/organise';
import { publicPage } from '@/bench/public-page';
import { scrolling } from '@/bench/scrolling';
import { searchPlans } from '@/bench/search-plans';
import { judgeSearch, searching } from '@/bench/searching';
import { slowBodies } from '@/bench/slow-bodies';
import { smallBodies } from '@/bench/small-bodies';
import { soak } from '@/bench/soak';
import { startPage } from '@/bench/start-page';
import { freshStart, secondStart } from '@/bench/starting';
import { suggesting } from '@/bench/suggesting';
import { tenants } from '@/bench/tenants';
import { throughput } from '@/bench/throughput';
import { typing } from '@/bench/typing';
import { unlocking } from '@/bench/unlocking';
import { writes } from '@/bench/writes';
import { ensureBuilt } from '@/tooling/launch/build.mjs';

// `npm run bench` measures everything except `fresh-start`, which installs packages, `first`, an overview of the
// budgets, `soak`, which takes an hour, and `search-plans`; `npm run bench -- import memory` measures only those parts.
const parts = new Set(process.argv.slice(2));
const wanted = (part: string): boolean => parts.size === 0 || parts.has(part);

async function build(): Promise<void> {
  await ensureBuilt();
  const node = process.execPath;
  const next = path.join(root, 'node_modules/next/dist/bin/next');
  if (fs.existsSync(path.join(root, 'bench/floor/.next/BUILD_ID'))) return;
  const built = spawnSync(node, [next, 'build'], { cwd: path.join(root, 'bench/floor'), stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the floor does not build');
}

/** Writes the size of an empty page to the file that the e2e journeys compare the first load of the product with. */
function saveEmptyPageBytes(bytes: number): void {
  const next = JSON.parse(fs.readFileSync(path.join(root, 'node_modules/next/package.json'), 'utf8')) as {
    version: string;
  };
  fs.writeFileSync(
    path.join(root, 'bench/floor/empty-page.json'),
    `${JSON.stringify({ next: next.version, bytes }, null, 2)}\n`,
  );
}

async function firstLoad(
  app: RunningApp,
  floor: RunningServer,
  headers: Record<string, string>,
): Promise<void> {
  section('First load');
  const own = await firstLoadBytes(app.origin, '/', headers);
  const empty = await firstLoadBytes(floor.origin, '/empty');
  saveEmptyPageBytes(empty);
  record({ name: 'scripts of an empty page (brotli)', value: empty / 1000, unit: 'kB' });
  record({ name: 'scripts of / (brotli)', value: own / 1000, unit: 'kB' });
  atMost('above the empty page', (own - empty) / 1000, 100, 'kB');
}

async function search(app: RunningApp, small: Awaited<ReturnType<typeof signIn>>): Promise<void> {
  const figures = await searching(app, small, '100,000');
  if (!wanted('million')) {
    judgeSearch(figures, null);
    return;
  }
  const large = await signIn(app.origin, 'million');
  await fillSpace(app.databaseUrl, { ...large, bookmarks: 1_000_000, pages: 0.2 });
  judgeSearch(figures, await searching(app, large, '1,000,000'));
}

async function measure(app: RunningApp, floor: RunningServer): Promise<void> {
  record({ name: 'resident memory, idle', value: residentMb(app.pid), unit: 'MB' });
  if (wanted('public')) await publicPage(app, floor, await signIn(app.origin, 'publisher'));
  if (parts.size === 1 && parts.has('public')) return;
  const visitor = await signIn(app.origin, 'library');
  await fillSpace(app.databaseUrl, { ...visitor, bookmarks: 100_000, pages: 0.2 });
  if (parts.has('first')) await first(app, floor, visitor);
  if (parts.has('soak')) await soak(app, visitor);
  if (wanted('load')) await firstLoad(app, floor, visitor.headers);
  if (wanted('start-page')) await startPage(app, visitor);
  if (wanted('throughput')) await throughput(app, floor, visitor);
  if (wanted('writes')) await writes(app, floor, visitor);
  if (wanted('organise')) await organise(app, visitor);
  if (wanted('scrolling')) await scrolling(app, await signIn(app.origin, 'scroller'));
  if (wanted('typing')) await typing(app, visitor);
  if (wanted('encrypting')) await encrypting(app, await signIn(app.origin, 'encrypter'));
  if (wanted('unlocking')) await unlocking(app, await signIn(app.origin, 'vault'));
  if (wanted('memory')) await memory(app, visitor);
  if (wanted('import'))
    await importing(
      app,
      (name) => signIn(app.origin, name),
      visitor,
      (entries) => [...bookmarkFile(entries)].join(''),
    );
  if (wanted('search')) await search(app, visitor);
  if (wanted('suggesting')) await suggesting({ ...visitor, databaseUrl: app.databaseUrl });
}

/** Measures many accounts on a separate database. */
async function measureTenants(): Promise<void> {
  await ensureBuilt();
  const app = await startApp();
  try {
    await tenants(app);
  } finally {
    await app.stop();
  }
}

/** Runs the parts that need the production build and the floor. */
async function measureApp(): Promise<void> {
  await build();
  const cpu = os.cpus()[0]?.model ?? 'unknown processor';
  process.stdout.write(
    `${os.cpus().length} cores, ${cpu}, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.version}\n`,
  );
  const floor = await startFloor();
  const app = await startApp();
  try {
    await measure(app, floor);
  } finally {
    await app.stop();
    await floor.stop();
  }
}

async function main(): Promise<void> {
  if (wanted('asking')) await asking();
  if (wanted('finding')) await finding();
  if (parts.has('search-plans')) await searchPlans();
  if (wanted('start')) {
    await ensureBuilt();
    await secondStart();
  }
  if (wanted('flooding')) {
    await ensureBuilt();
    await flooding();
  }
  if (wanted('small-bodies')) {
    await ensureBuilt();
    await smallBodies();
  }
  if (wanted('slow-bodies')) {
    await ensureBuilt();
    await slowBodies();
  }
  if (wanted('copies')) {
    await ensureBuilt();
    await copies();
  }
  if (wanted('backup')) await backup();
  if (wanted('tenants')) await measureTenants();
  if (wanted('admin')) await adminUsers();
  if (parts.has('fresh-start')) await freshStart();
  const apart = [
    'admin',
    'asking',
    'finding',
    'search-plans',
    'start',
    'flooding',
    'small-bodies',
    'slow-bodies',
    'copies',
    'backup',
    'tenants',
    'fresh-start',
  ];
  const isApart = (part: string): boolean => apart.includes(part);
  if (parts.size === 0 || ![...parts].every(isApart)) await measureApp();
  process.stdout.write(`\n${missed() === 0 ? 'every budget met' : `${missed()} budgets missed`}\n`);
  if (missed() > 0) process.exitCode = 1;
}

await main();
