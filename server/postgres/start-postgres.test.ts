import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrate } from '@/provider/db/migrate';
import { ensureCluster } from './cluster';
import { resolveHome } from './home';
import { findServerUser, spawnIds } from './os-user';
import { spawnPostmaster } from './postmaster';
import { APP_ROLE, DATABASE, DURABLE, settingArguments, SUPERUSER } from './settings';
import { socketUrl } from './socket';
import { type RunningPostgres, startPostgres } from './start-postgres';

const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
const servers: RunningPostgres[] = [];

// Real servers start, crash and recover here, possibly on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

/** DATA_DIR of a stopped database, created once because creating one takes longer than everything else here. */
let template = '';

beforeAll(async () => {
  template = makeFolder();
  await (await startPostgres({ dataDir: template, log: () => undefined })).stop();
  folders.splice(folders.indexOf(template), 1);
});

afterAll(() => fs.rmSync(template, { recursive: true, force: true }));

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

test('committed data survives a restart', async () => {
  const dataDir = makeDataDir();
  const first = await start(dataDir);
  await query(first, `create table t as select 'kept' as word`);
  const { pid } = first;
  await first.stop();
  expect(isAlive(pid)).toBe(false);
  const second = await start(dataDir);
  expect(await query(second, 'select word from t')).toEqual([{ word: 'kept' }]);
});

test('writes are durable and nothing listens on the network', async () => {
  const server = await start(makeDataDir());
  const sql = `select name, setting from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses') order by name`;
  expect(await query(server, sql)).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'listen_addresses', setting: '' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
});

test('the stale server of a killed app is stopped, and the next start has its data', async () => {
  const dataDir = makeDataDir();
  const app = fork(path.join(import.meta.dirname, '../testing/run-postgres.ts'), [dataDir], {
    execArgv: ['--import', 'tsx'],
  });
  const { url, pid } = await firstMessage(app);
  await queryUrl(url, `create table t as select 'acknowledged' as word`);
  app.kill('SIGKILL');
  await once(app, 'exit');
  expect(isAlive(pid)).toBe(true);
  const server = await start(dataDir);
  expect(isAlive(pid)).toBe(false);
  expect(await query(server, 'select word from t')).toEqual([{ word: 'acknowledged' }]);
});

test('the app has a role without superuser rights, and only roles of the map may connect', async () => {
  const server = await start(makeDataDir());
  expect(
    await query(server, 'select current_user as name, rolsuper from pg_roles where rolname = current_user'),
  ).toEqual([{ name: APP_ROLE, rolsuper: false }]);
  await expect(query(server, `copy (select 1) to program 'cat'`)).rejects.toThrow(/permission denied/);
  await expect(query(server, `select pg_read_file('PG_VERSION')`)).rejects.toThrow(/permission denied/);
  // Used for reading the free disk space.
  expect(await query(server, `select current_setting('data_directory') <> '' as known`)).toEqual([
    { known: true },
  ]);
  await queryUrl(asRole(server.url, SUPERUSER), 'create role stranger login');
  await expect(queryUrl(asRole(server.url, 'stranger'), 'select 1')).rejects.toThrow(
    /Peer authentication failed/,
  );
});

describe('a database of an earlier release, where the app was the superuser', () => {
  test('is handed over once to the role of the app and keeps its data', async () => {
    const dataDir = await makeDataDirOfSuperuser();
    for (const start of [1, 2]) {
      const server = await startPostgres({ dataDir, log: () => undefined });
      try {
        await migrate(server.url);
        expect(await query(server, LEFT_TO_SUPERUSER)).toEqual([]);
        await createQueue(server.url, `new-${start}`);
        expect(await query(server, 'select code from kept')).toHaveLength(start);
        await query(
          server,
          `insert into kept (code) values ('new'); alter table kept add column c${start} text`,
        );
        expect(await query(server, `select mw_fold('É') as folded`)).toEqual([{ folded: 'e' }]);
        await query(
          server,
          'create or replace function doubled(a int) returns int language sql as $$ select a * 2 $$',
        );
      } finally {
        await server.stop();
      }
    }
  });
});

test.runIf(process.platform === 'linux')(
  'the server does not inherit the environment of the app',
  async () => {
    vi.stubEnv('SESSION_SECRET', 'secret-of-the-app');
    vi.stubEnv('PGOPTIONS', '-c work_mem=64kB');
    try {
      const server = await start(makeDataDir());
      const environment = fs.readFileSync(`/proc/${server.pid}/environ`, 'utf8').split('\0').filter(Boolean);
      const names = environment.map((variable) => variable.split('=')[0]);
      const allowed = ['NODE_ENV', 'PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'LC_ALL', 'PWD'];
      expect(names).toContain('PATH');
      expect(names.filter((name = '') => !allowed.includes(name) && !name.startsWith('PG'))).toEqual([]);
      expect(environment.join()).not.toMatch(/secret-of-the-app|work_mem/);
    } finally {
      vi.unstubAllEnvs();
    }
  },
);

describe('a server that crashes is restarted', () => {
  test.each(['the server alone', 'the server and all of its processes'])('%s', async (victims) => {
    const endings: unknown[] = [];
    let announce = (): void => undefined;
    const exited = new Promise<void>((resolve) => (announce = resolve));
    const server = await start(makeDataDir(), {
      onExit: (ending) => {
        endings.push(ending);
        announce();
      },
    });
    await query(server, `create table t as select 'acknowledged' as word`);
    const { pid } = server;
    const family = victims === 'the server alone' ? [pid] : [pid, ...childrenOf(pid)];
    for (const victim of family) process.kill(victim, 'SIGKILL');
    await exited;
    await expect.poll(() => server.pid, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(server.pid).not.toBe(pid);
    expect(endings).toEqual([{ code: null, signal: 'SIGKILL' }]);
    expect(await query(server, 'select word from t')).toEqual([{ word: 'acknowledged' }]);
  });
});

describe('an invalid postmaster.pid does not prevent the start', () => {
  // PostgreSQL only refuses to start for a process of the same user.
  const otherProgram = spawn('sleep', ['600'], { ...spawnIds(findServerUser()), cwd: '/' });
  afterAll(() => otherProgram.kill());

  test.each([
    ['empty', ''],
    ['garbage', 'not a number\n'],
    ['zero', '0\n'],
    ['negative', `-${otherProgram.pid}\n`],
    ['the pid of another program', `${otherProgram.pid}\n`],
    ['a pid that does not exist', '999999999\n'],
  ])('%s', async (_name, content) => {
    const dataDir = makeDataDir();
    const home = path.join(dataDir, 'postgres');
    fs.writeFileSync(path.join(home, 'data/postmaster.pid'), content);
    fs.writeFileSync(path.join(home, '.s.PGSQL.5432.lock'), content);
    const server = await start(dataDir);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('a database is never silently replaced by an empty one', () => {
  test('an incomplete cluster is created again', async () => {
    const dataDir = makeFolder();
    const unfinished = path.join(dataDir, 'postgres/data.unfinished');
    fs.mkdirSync(unfinished, { recursive: true });
    fs.writeFileSync(path.join(unfinished, 'PG_VERSION'), '18\n');
    const server = await start(dataDir);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(fs.existsSync(unfinished)).toBe(false);
  });

  test('missing data is reported', async () => {
    const dataDir = makeDataDir();
    fs.renameSync(path.join(dataDir, 'postgres/data'), path.join(dataDir, 'elsewhere'));
    await expect(start(dataDir)).rejects.toThrow(/held a database, and its folder "data" is gone/);
  });

  test('damaged data is reported with the error of PostgreSQL', async () => {
    const dataDir = makeDataDir();
    const control = path.join(dataDir, 'postgres/data/global/pg_control');
    fs.writeFileSync(control, Buffer.alloc(8192));
    await expect(start(dataDir)).rejects.toThrow(/did not start: [^]*(?:FATAL|PANIC)/);
  });

  test('another major version is reported', async () => {
    const dataDir = makeDataDir();
    fs.writeFileSync(path.join(dataDir, 'postgres/data/PG_VERSION'), '14\n');
    await expect(start(dataDir)).rejects.toThrow(
      /was made by PostgreSQL 14; this release brings PostgreSQL \d+/,
    );
  });
});

test('the socket of a long DATA_DIR is in a short private folder, which is removed with the server', async () => {
  const dataDir = path.join(makeFolder(), 'x'.repeat(90));
  fs.renameSync(makeDataDir(), dataDir);
  const server = await start(dataDir);
  const socketDir = new URL(server.url).searchParams.get('host') ?? '';
  expect(Buffer.byteLength(path.join(socketDir, '.s.PGSQL.5432'))).toBeLessThan(100);
  expect(fs.statSync(socketDir).mode & 0o777).toBe(0o700);
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
  expect(fs.existsSync(socketDir)).toBe(false);
});

describe.runIf(isRoot)('as root', () => {
  test('the server does not run as root', async () => {
    const server = await start(makeDataDir());
    expect(fs.statSync(`/proc/${server.pid}`).uid).toBeGreaterThan(0);
  });

  test('under an inaccessible folder the cluster is kept elsewhere, behind a link, and this is reported once', async () => {
    const { dataDir, stateRoot } = makeClosedDataDir();
    const lines: string[] = [];
    const printLine = (line: string) => lines.push(line);
    const first = await start(dataDir, { stateRoot, printLine });
    await query(first, `create table t as select 'kept' as word`);
    await first.stop();
    const target = fs.readlinkSync(path.join(dataDir, 'postgres'));
    expect(path.dirname(target)).toBe(stateRoot);
    expect(fs.statSync(target).mode & 0o777).toBe(0o700);
    const second = await start(dataDir, { stateRoot, printLine });
    expect(await query(second, 'select word from t')).toEqual([{ word: 'kept' }]);
    expect(lines).toEqual([expect.stringContaining(target)]);
  });

  test('a cluster whose DATA_DIR was moved under an inaccessible folder is moved out of it', async () => {
    const open = makeDataDir();
    const first = await start(open);
    await query(first, `create table t as select 'moved' as word`);
    await first.stop();
    const { dataDir, stateRoot } = makeClosedDataDir();
    fs.renameSync(path.join(open, 'postgres'), path.join(dataDir, 'postgres'));
    const second = await start(dataDir, { stateRoot });
    expect(await query(second, 'select word from t')).toEqual([{ word: 'moved' }]);
  });

  test('the data of a removed DATA_DIR is neither reused nor deleted', async () => {
    const { dataDir, stateRoot } = makeClosedDataDir();
    fs.renameSync(path.join(makeDataDir(), 'postgres'), path.join(dataDir, 'postgres'));
    const first = await start(dataDir, { stateRoot });
    await query(first, 'create table t (word text)');
    await first.stop();
    fs.rmSync(dataDir, { recursive: true });
    fs.mkdirSync(dataDir);
    const second = await start(dataDir, { stateRoot });
    expect(await query(second, `select to_regclass('t') as t`)).toEqual([{ t: null }]);
    expect(fs.readdirSync(stateRoot).filter((name) => name.includes('.unlinked-'))).toHaveLength(1);
  });

  test('a dangling link is reported', async () => {
    const dataDir = makeFolder();
    fs.symlinkSync(path.join(dataDir, 'nowhere'), path.join(dataDir, 'postgres'));
    await expect(start(dataDir)).rejects.toThrow(/points to .*nowhere, which is gone/);
  });
});

/** Selects the objects that the superuser owns and that are not part of an extension. */
const LEFT_TO_SUPERUSER = `
  select c.oid::regclass::text as name from pg_class c
  where pg_get_userbyid(c.relowner) = '${SUPERUSER}' and c.relnamespace in ('public'::regnamespace, 'schedule'::regnamespace)
    and c.relkind <> 't'
  union all
  select p.oid::regprocedure::text from pg_proc p
  where pg_get_userbyid(p.proowner) = '${SUPERUSER}' and p.pronamespace in ('public'::regnamespace, 'schedule'::regnamespace)
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select nspname from pg_namespace where pg_get_userbyid(nspowner) = '${SUPERUSER}' and nspname = 'schedule'
  union all
  select datname from pg_database where pg_get_userbyid(datdba) = '${SUPERUSER}' and datname = '${DATABASE}'`;

/** Creates a DATA_DIR of an earlier release, where the app connected as the superuser, without authentication. */
async function makeDataDirOfSuperuser(): Promise<string> {
  const dataDir = makeFolder();
  const home = resolveHome({ dataDir, printLine: () => undefined });
  await ensureCluster(home, () => undefined);
  fs.writeFileSync(path.join(home.pgdata, 'pg_hba.conf'), 'local all all trust\n');
  const { binaries, user, pgdata } = home;
  const options = { binaries, user, pgdata, log: () => undefined };
  const server = await spawnPostmaster({ ...options, arguments: settingArguments(DURABLE, home.dir) });
  await queryUrl(socketUrl(home.dir, 'postgres', SUPERUSER), `create database ${DATABASE}`);
  const url = socketUrl(home.dir, DATABASE, SUPERUSER);
  await migrate(url);
  await createQueue(url, 'old');
  await queryUrl(
    url,
    `create type mood as enum ('good'); create view moods as select 'good'::mood as mood;
     create table kept (id bigint generated always as identity, code text);
     insert into kept (code) values ('old');
     create function doubled(a int) returns int language sql as $$ select a + a $$`,
  );
  server.kill('SIGINT');
  await server.exited;
  return dataDir;
}

/** Creates the job queues, which have their own schema, and a partition for each queue. */
async function createQueue(url: string, name: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'queues',
    schema: 'schedule',
    persistWarnings: false,
  });
  await boss.start();
  await boss.createQueue(name, { partition: true });
  await boss.stop();
  // The pool does not wait for connections to close, and one that a server ends in this state throws.
  const findOpen = () => queryUrl(url, `select pid from pg_stat_activity where application_name = 'queues'`);
  await expect.poll(findOpen, { timeout: 20_000 }).toEqual([]);
}

function asRole(url: string, role: string): string {
  const changed = new URL(url);
  changed.username = role;
  return changed.toString();
}

/** Returns a DATA_DIR with a database. */
function makeDataDir(): string {
  const folder = makeFolder();
  execFileSync('cp', ['-a', `${template}/.`, folder]);
  return folder;
}

function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-data-'));
  fs.chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

function makeClosedDataDir(): { dataDir: string; stateRoot: string } {
  const closed = makeFolder();
  const stateRoot = makeFolder();
  fs.chmodSync(closed, 0o700);
  const dataDir = path.join(closed, 'checkout/.data');
  fs.mkdirSync(dataDir, { recursive: true });
  return { dataDir, stateRoot };
}

async function start(
  dataDir: string,
  options: Partial<Parameters<typeof startPostgres>[0]> = {},
): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir, log: () => undefined, ...options });
  servers.push(server);
  return server;
}

function query(server: RunningPostgres, sql: string): Promise<unknown[]> {
  return queryUrl(server.url, sql);
}

async function queryUrl(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function firstMessage(app: ChildProcess): Promise<{ url: string; pid: number }> {
  const [message] = (await once(app, 'message')) as [{ url: string; pid: number }];
  return message;
}

function childrenOf(pid: number): number[] {
  return fs
    .readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .map(Number)
    .filter((child) => child > 0);
}

/** Whether a process is running; a zombie has no working directory. */
function isAlive(pid: number): boolean {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) !== '';
  } catch {
    return false;
  }
}
