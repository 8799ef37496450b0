import pg from 'pg';
import { ensureCluster } from './cluster';
import { type Home, settleHome } from './home';
import { clearLeftovers, findLastSocketDir } from './leftovers';
import { type Ending, type Postmaster, spawnPostmaster } from './postmaster';
import { DATABASE, DURABLE, settingArguments, socketUrl } from './settings';
import { makeSocketDir, removeSocketDir } from './socket-dir';
import { Supervisor } from './supervisor';

/** A database server that is kept running until `stop()`. */
export interface RunningPostgres {
  /** For node-postgres; stays the same when the server is started again. */
  readonly url: string;
  /** The present server's process id; 0 while there is none. */
  readonly pid: number;
  /** Ends the sessions, writes everything out and waits for the end. */
  stop(): Promise<void>;
}

interface StartOptions {
  /** Exists already, and its lock is held by this process. */
  dataDir: string;
  /** One line of the server's own log, or of ours about it. */
  log: (line: string) => void;
  /** What the person at the console should know about where things are. */
  say?: (line: string) => void;
  /** The server ended although nobody stopped it. It is being started again. */
  onExit?: (ending: Ending) => void;
  stateRoot?: string;
}

/** Starts the embedded PostgreSQL of a DATA_DIR, recovering whatever the last run left, and supervises it. */
export async function startPostgres(options: StartOptions): Promise<RunningPostgres> {
  const { dataDir, log, say = log, onExit, stateRoot } = options;
  const home = settleHome({ dataDir, say, ...(stateRoot ? { stateRoot } : {}) });
  await ensureCluster(home, log);
  const lastSocketDir = findLastSocketDir(home.pgdata);
  const socketDir = makeSocketDir(home);
  const launch = () => launchOnce(home, socketDir, log);
  const supervisor = new Supervisor(await launch(), { launch, log, onExit });
  if (lastSocketDir) removeSocketDir(lastSocketDir);
  await ensureDatabase(socketDir);
  return {
    url: socketUrl(socketDir),
    get pid() {
      return supervisor.pid;
    },
    stop: async () => {
      await supervisor.stop();
      removeSocketDir(socketDir);
    },
  };
}

async function launchOnce(home: Home, socketDir: string, log: (line: string) => void): Promise<Postmaster> {
  await clearLeftovers(home.pgdata, socketDir, log);
  const { binaries, user, pgdata } = home;
  return spawnPostmaster({ binaries, user, pgdata, arguments: settingArguments(DURABLE, socketDir), log });
}

async function ensureDatabase(socketDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: socketUrl(socketDir, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(DATABASE)}`);
  } finally {
    await client.end();
  }
}
