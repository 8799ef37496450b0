// Runs a TypeScript program of this folder: node tooling/run.mjs tooling/dev/main.ts [arguments]
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './launch/prepare.mjs';

if (await prepare(import.meta.filename)) {
  const { register } = await import('tsx/esm/api');
  register();
  const [program = ''] = process.argv.splice(2, 1);
  await import(pathToFileURL(path.resolve(program)).href);
}
