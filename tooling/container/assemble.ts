import fs from 'node:fs';
import path from 'node:path';

/** Settings of the final stage of the Dockerfile. */
export interface Image {
  env: Record<string, string>;
  command: string[];
  healthcheck: string[];
}

/**
 * Copies the files of the final stage of the Dockerfile into `folder`. The checkout is used instead of the build stage,
 * and its packages without `dev` in the lockfile instead of the result of `npm ci --omit=dev`.
 */
export function assembleImage(folder: string): Image {
  const stages = fs.readFileSync('Dockerfile', 'utf8').split(/^FROM .*$/m);
  const [, build = ''] = stages;
  const final = stages.at(-1) ?? '';
  const removed = new Set(
    [...build.matchAll(/\brm -rf (.+)$/gm)].flatMap(([, files = '']) => files.split(' ')),
  );
  for (const [, stage, files = ''] of final.matchAll(/^COPY --from=(\w+) (.+)$/gm)) {
    const sources = files.replaceAll('/app/', '').split(' ');
    const target = path.join(folder, sources.pop() ?? '');
    if (stage === 'dependencies') linkProductionPackages(folder);
    else for (const source of sources) copy(source, target, removed);
  }
  const env = [...final.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '));
  return {
    env: Object.fromEntries(env.map((pair) => pair.split('=') as [string, string])),
    command: JSON.parse(/^CMD (.+)$/m.exec(final)?.[1] ?? '[]') as string[],
    healthcheck: JSON.parse(/^HEALTHCHECK .*CMD (.+)$/m.exec(final)?.[1] ?? '[]') as string[],
  };
}

/** Copies like COPY: the content of a folder, or a single file. */
function copy(source: string, target: string, removed: ReadonlySet<string>): void {
  const isFolder = fs.statSync(source).isDirectory();
  fs.cpSync(source, isFolder ? target : path.join(target, path.basename(source)), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !removed.has(file),
  });
}

interface Lockfile {
  packages: Record<string, { dev?: boolean }>;
}

function linkProductionPackages(folder: string): void {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as Lockfile;
  for (const [location, { dev }] of Object.entries(packages)) {
    // Optional packages for other platforms are in the lockfile only.
    if (location !== '' && !dev && fs.existsSync(location)) linkFolder(location, path.join(folder, location));
  }
}

/** Creates hard links, which need no space and little time. Nested packages have their own lockfile entry. */
function linkFolder(source: string, target: string): void {
  fs.mkdirSync(target, { recursive: true });
  for (const entry of fs.readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [path.join(source, entry.name), path.join(target, entry.name)];
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') linkFolder(from, to);
    } else if (entry.isSymbolicLink()) {
      fs.symlinkSync(fs.readlinkSync(from), to);
    } else {
      link(from, to);
    }
  }
}

function link(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch (error) {
    // The temporary folder may be on another file system.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    fs.copyFileSync(from, to);
  }
}
