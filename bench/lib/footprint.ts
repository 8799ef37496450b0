import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { residentShareMb, type RunningApp } from '@/bench/lib/app';

/** Folder of the database cluster, whose socket the URL names. */
const clusterOf = ({ databaseUrl }: RunningApp): string =>
  new URL(databaseUrl).searchParams.get('host') ?? '';

/** Memory of the app, its worker, the database and all their processes in MB, shared pages counted once (Linux). */
export function memoryMb(app: RunningApp): number {
  const [file = ''] = fs.globSync(path.join(clusterOf(app), '**/postmaster.pid'));
  return residentShareMb([app.pid, Number.parseInt(fs.readFileSync(file, 'utf8'), 10)]);
}

/** Disk use in MB of the database and of its write-ahead log. */
export function diskMb(app: RunningApp): { database: number; log: number } {
  const megabytes = (folder: string): number =>
    Number.parseInt(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }), 10);
  const [folder = ''] = fs.globSync(path.join(clusterOf(app), '**/pg_wal'));
  const log = megabytes(folder);
  return { database: megabytes(clusterOf(app)) - log, log };
}
