/** The cluster's owner, the one role the app uses. Reachable through the private socket folder only. */
export const SUPERUSER = 'markwell';

/** The database the app lives in. */
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
  // Statements and row values are the users' data and have no place in a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  jit: 'off',
  random_page_cost: 1.1,
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  max_wal_size: '1GB',
};

/** A small machine that must not lose an acknowledged write. */
export const DURABLE: Settings = {
  ...COMMON,
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  max_connections: 60,
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  // Advice about coming reads works on Linux only; elsewhere the server refuses any other value than 0.
  effective_io_concurrency: process.platform === 'linux' ? 64 : 0,
  io_workers: 2,
};

/** For tests: the data is worth nothing after the run. */
export const DISPOSABLE: Settings = {
  ...COMMON,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: 200,
  shared_buffers: '64MB',
};

/** The settings as arguments of `postgres`, with the one folder its socket is made in. */
export function settingArguments(settings: Settings, socketDir: string): string[] {
  const quoted = `"${socketDir.replaceAll('"', '""')}"`;
  const all = { ...settings, unix_socket_directories: quoted };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Our environment without what would steer PostgreSQL (PGDATA, PGPORT, PGOPTIONS …) or translate its log. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const steering = Object.keys(process.env).filter((name) => /^(?:PG|LC_|LANG)/.test(name));
  const cleared = Object.fromEntries(steering.map((name) => [name, undefined]));
  return { ...process.env, ...cleared, LC_ALL: 'C' };
}

/** A URL for node-postgres (and libpq): the host is the socket's folder. */
export function socketUrl(socketDir: string, database = DATABASE): string {
  return `postgres://${SUPERUSER}@localhost:${SOCKET_PORT}/${database}?host=${encodeURIComponent(socketDir)}`;
}
