import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { installPackages } from './find-chromium';
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
  const hasVector = installVector(version);
  const server = await startEphemeralPostgres({ system });
  const origin = `PostgreSQL ${version} of ${system.root}${hasVector ? '' : ', without tests of the extension vector, which could not be installed'}`;
  return { url: server.url, origin, stop: () => server.stop() };
}

/** Installs the extension vector for Debian's PostgreSQL as root, unless it is there; returns whether it is. */
function installVector(version: number): boolean {
  const isInstalled = () => fs.existsSync(`/usr/share/postgresql/${version}/extension/vector.control`);
  if (isInstalled() || installPackages([`postgresql-${version}-pgvector`])) return isInstalled();
  if (installPackages(['build-essential', `postgresql-server-dev-${version}`]))
    spawnSync(path.join(import.meta.dirname, 'build-pgvector.sh'), [String(version)], {
      stdio: 'ignore',
      timeout: 300_000,
    });
  return isInstalled();
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
