import fs from 'node:fs';
import path from 'node:path';
import { startEphemeralPostgres } from '@/tooling/testing/ephemeral-postgres';

/** A PostgreSQL server other than the embedded one, on which the tests run as well. */
export interface OrdinaryPostgres {
  /** URL with a role that may create databases. */
  url: string;
  /** Description of its source, for output. */
  origin: string;
  stop(): Promise<void>;
}

const DEBIAN_ROOT = '/usr/lib/postgresql';
const OLDEST = 15;

/** Returns the server of TEST_DATABASE_URL or DATABASE_URL, else one started from Debian's packages, else null. */
export async function findOrdinaryPostgres(): Promise<OrdinaryPostgres | null> {
  const given = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'];
  if (given) return { url: given, origin: 'the environment names it', stop: () => Promise.resolve() };
  const version = findDebianVersion();
  if (version === null) return null;
  const system = { root: path.join(DEBIAN_ROOT, String(version)), version: String(version) };
  const server = await startEphemeralPostgres({ system });
  return { url: server.url, origin: `PostgreSQL ${version} of ${system.root}`, stop: () => server.stop() };
}

function findDebianVersion(): number | null {
  if (!fs.existsSync(DEBIAN_ROOT)) return null;
  const versions = fs
    .readdirSync(DEBIAN_ROOT)
    .filter((version) => fs.existsSync(path.join(DEBIAN_ROOT, version, 'bin/pg_ctl')))
    .map(Number)
    .filter((version) => version >= OLDEST);
  return versions.length === 0 ? null : Math.max(...versions);
}
