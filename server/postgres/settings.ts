import os from 'node:os';

/** Owner of the cluster. Only used at startup, to prepare the database for the app's role. */
export const SUPERUSER = 'markwell';

/** Role of the app: owns the database and everything in it, but is not a superuser. */
export const APP_ROLE = 'markwell_app';

/** Name of the app's database. */
export const DATABASE = 'markwell';

/** Part of the socket's file name; there is no TCP listener. */
export const SOCKET_PORT = 5432;

type Settings = Readonly<Record<string, string | number>>;

const COMMON: Settings = {
  listen_addresses: '',
  port: SOCKET_PORT,
  unix_socket_permissions: '0700',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  // Statements and row values are user data and must not be logged.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  jit: 'off',
  random_page_cost: 1.1,
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
};

/** A sixteenth of the memory of the machine, at most 128 MB: beyond that, the cache of the system serves as well. */
const sharedBuffersMb = Math.max(32, Math.min(128, Math.floor(os.totalmem() / 2 ** 24)));

/** For a small machine that must not lose an acknowledged write. */
export const DURABLE: Settings = {
  ...COMMON,
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  max_connections: 60,
  shared_buffers: `${sharedBuffersMb}MB`,
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  // The log would grow to a gigabyte, several times the size of a library. Checkpoints that are more frequent write more
  // whole pages into it. They are not compressed: pglz, the only algorithm of these binaries, saves a tenth of the log
  // of an import and takes a quarter more processor time.
  max_wal_size: '96MB',
  min_wal_size: '32MB',
  // One database needs no three workers, each with memory of its own.
  autovacuum_max_workers: 1,
  autovacuum_work_mem: '64MB',
  // Prefetching works on Linux only; elsewhere the server accepts only 0.
  effective_io_concurrency: process.platform === 'linux' ? 64 : 0,
  io_workers: 2,
};

/** For tests, without durability. */
export const EPHEMERAL: Settings = {
  ...COMMON,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: 200,
  shared_buffers: '64MB',
  max_wal_size: '1GB',
};

/** Returns command-line arguments for `postgres`. */
export function settingArguments(settings: Settings, socketDir: string): string[] {
  const quoted = `"${socketDir.replaceAll('"', '""')}"`;
  const all = { ...settings, unix_socket_directories: quoted };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
