import { prepareDatabase, writeAccessFiles } from './access';
import { ensureCluster } from './cluster';
import { type Home, resolveHome } from './home';
import { type Exit, type Postmaster, spawnPostmaster, Supervisor } from './postmaster';
import { DURABLE, settingArguments } from './settings';
import { findLastSocketDir, makeSocketDir, removeSocketDir, socketUrl } from './socket';
import { stopStaleServer } from './stale-server';

/** A database server that is restarted on failure until `stop()`. */
export interface RunningPostgres {
  /** For node-postgres, as the role of the app; does not change on a restart. */
  readonly url: string;
  /** Process id of the server; 0 while there is none. */
  readonly pid: number;
  /** Performs a fast shutdown and waits for it. */
  stop(): Promise<void>;
}

interface StartOptions {
  /** An existing folder, locked by this process. */
  dataDir: string;
  /** Receives each line of the server's log. */
  log: (line: string) => void;
  /** Reports unexpected locations to the operator. */
  printLine?: (line: string) => void;
  /** Called when the server exits unexpectedly and is being restarted. */
  onExit?: (exit: Exit) => void;
  /** Receives the URL before the server accepts connections. */
  onUrl?: (url: string) => void;
  stateRoot?: string;
}

/** Starts and supervises the embedded PostgreSQL of a DATA_DIR. Stops a stale server of an earlier run first. */
export async function startPostgres(options: StartOptions): Promise<RunningPostgres> {
  const { dataDir, log, printLine = log, onExit, onUrl, stateRoot } = options;
  const home = resolveHome({ dataDir, printLine, ...(stateRoot ? { stateRoot } : {}) });
  await ensureCluster(home, log);
  const lastSocketDir = findLastSocketDir(home.pgdata);
  const socketDir = makeSocketDir(home);
  onUrl?.(socketUrl(socketDir));
  const launch = () => launchOnce(home, socketDir, log);
  const supervisor = new Supervisor(await launch(), { launch, log, onExit });
  if (lastSocketDir) removeSocketDir(lastSocketDir);
  await prepareDatabase(socketDir).catch(async (error: unknown) => {
    await supervisor.stop();
    throw error;
  });
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
  await stopStaleServer(home.pgdata, socketDir, log);
  const { binaries, user, pgdata } = home;
  writeAccessFiles({ pgdata, user });
  return spawnPostmaster({ binaries, user, pgdata, arguments: settingArguments(DURABLE, socketDir), log });
}
