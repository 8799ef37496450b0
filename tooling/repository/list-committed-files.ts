import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

const BINARY = /\.(?:png|ico|woff2?|webp|jpg|gz)$/;

/** A text file that is tracked by git or would be added. */
export interface CommittedFile {
  path: string;
  text: string;
}

/** Lists every text file that git tracks or would add. */
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

/** Lists the committed files that are code. */
export function listSourceFiles(): CommittedFile[] {
  return listCommittedFiles().filter(({ path }) => /\.(?:ts|tsx|mts|mjs|cjs|css|sql)$/.test(path));
}
