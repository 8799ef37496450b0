import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

const BINARY = /\.(?:png|ico|woff2?|webp|jpg|gz)$/;

/** A text file that is, or is about to be, part of the repository. */
export interface CommittedFile {
  path: string;
  text: string;
}

/** Every text file that git tracks or would add. */
export function listCommittedFiles(): CommittedFile[] {
  const output = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return output
    .split('\0')
    .filter((path) => path !== '' && !BINARY.test(path) && fs.existsSync(path))
    .map((path) => ({ path, text: fs.readFileSync(path, 'utf8') }));
}

/** Those among them that are code. */
export function listSourceFiles(): CommittedFile[] {
  return listCommittedFiles().filter(({ path }) => /\.(?:ts|tsx|mts|mjs|cjs|css|sql)$/.test(path));
}
