import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { EXTENSIONS } from '@/provider/db/migrate';
import type { OsUser } from './os-user';
import { APP_ROLE, DATABASE, SUPERUSER } from './settings';
import { socketUrl } from './socket';

/**
 * [Note: Who may connect]
 * Connections are only possible through the Unix socket, and only for the operating system user that runs the app:
 * PostgreSQL uses peer authentication, so there is no password to store. That user may also connect as the superuser,
 * which is no additional privilege because it can read the files and start the server. What matters is that the app
 * connects as a role that is not a superuser: an injected statement can neither read files nor start programs.
 */
const MAP = 'markwell';

/** Replaces the access rules of the cluster. Written at every start, because the folder can get another owner. */
export function writeAccessFiles({ pgdata, user }: { pgdata: string; user: OsUser | null }): void {
  const systemUser = `"${os.userInfo().username.replaceAll('"', '""')}"`;
  const files = {
    'pg_hba.conf': `local all all peer map=${MAP}`,
    'pg_ident.conf': [SUPERUSER, APP_ROLE].map((role) => `${MAP} ${systemUser} ${role}`).join('\n'),
  };
  for (const [name, rules] of Object.entries(files)) {
    const file = path.join(pgdata, name);
    fs.writeFileSync(file, `# Written by Markwell at every start.\n${rules}\n`, { mode: 0o600 });
    if (user) fs.chownSync(file, user.uid, user.gid);
  }
}

/**
 * Creates the app's role, its database and the extensions if they are missing. Databases of earlier releases belong to
 * the superuser: everything in them is reassigned to the app's role. Idempotent.
 */
export async function prepareDatabase(socketDir: string): Promise<void> {
  await asSuperuser(socketDir, 'postgres', async (client) => {
    await ensureRole(client);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE} owner ${APP_ROLE}`);
    else await client.query(`alter database ${DATABASE} owner to ${APP_ROLE}`);
  });
  await asSuperuser(socketDir, DATABASE, async (client) => {
    for (const name of EXTENSIONS) await client.query(`create extension if not exists ${name}`);
    await handOver(client);
  });
}

/** Creates the app's role, which may also read `data_directory`, for the free disk space, and request checkpoints. */
export async function ensureRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE]);
  if (rowCount === 0) await client.query(`create role ${APP_ROLE} login`);
  await client.query(`grant pg_read_all_settings, pg_checkpoint to ${APP_ROLE}`);
}

/**
 * `reassign owned` does not work for the superuser that initdb created. Members of extensions stay with their
 * extension, and sequences of columns follow their table.
 */
const OWNED_BY_SUPERUSER = `
  with own as (select oid from pg_roles where rolname = $1),
  namespaces as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
  members as (select classid, objid from pg_depend where deptype = 'e'),
  columns as (select objid from pg_depend where classid = 'pg_class'::regclass and deptype in ('a', 'i') and refobjsubid > 0)
  select 'schema' as kind, quote_ident(n.nspname) as name from pg_namespace n
  where n.nspowner in (table own) and n.oid in (table namespaces)
  union all
  select case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
    c.oid::regclass::text
  from pg_class c
  where c.relowner in (table own) and c.relnamespace in (table namespaces) and c.relkind in ('r', 'p', 'v', 'm', 'S')
    and not exists (select from members d where d.classid = 'pg_class'::regclass and d.objid = c.oid)
    and not (c.relkind = 'S' and c.oid in (table columns))
  union all
  select 'routine', p.oid::regprocedure::text from pg_proc p
  where p.proowner in (table own) and p.pronamespace in (table namespaces)
    and not exists (select from members d where d.classid = 'pg_proc'::regclass and d.objid = p.oid)
  union all
  select 'type', t.oid::regtype::text from pg_type t
  where t.typowner in (table own) and t.typnamespace in (table namespaces)
    and (t.typtype in ('e', 'd')
      or (t.typtype = 'c' and exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c')))
    and not exists (select from members d where d.classid = 'pg_type'::regclass and d.objid = t.oid)`;

async function handOver(client: pg.Client): Promise<void> {
  await client.query('begin');
  const { rows } = await client.query<{ kind: string; name: string }>(OWNED_BY_SUPERUSER, [SUPERUSER]);
  for (const { kind, name } of rows) await client.query(`alter ${kind} ${name} owner to ${APP_ROLE}`);
  await client.query('commit');
}

export async function asSuperuser(
  socketDir: string,
  database: string,
  run: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: socketUrl(socketDir, database, SUPERUSER) });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}
