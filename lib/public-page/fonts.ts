import 'server-only';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const files = {
  inter: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  interExt: '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  newsreader: '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
  newsreaderExt: '@fontsource-variable/newsreader/files/newsreader-latin-ext-wght-normal.woff2',
} as const;
type FontName = keyof typeof files;

/** Where a page finds its typefaces. */
export type FontUrls = Readonly<Record<FontName, string>>;

const names = Object.keys(files) as FontName[];

/** A file of a package, as npm has put it there; the server is started in the folder that holds it. */
export const packageFile = (file: string): string =>
  path.join(/* turbopackIgnore: true */ process.cwd(), 'node_modules', file);

let urls: FontUrls | undefined;

/** The addresses of the typefaces. Each names its content, so that a browser may keep it for good. */
export function fontUrls(): FontUrls {
  urls ??= Object.fromEntries(names.map((name) => [name, urlOf(name)])) as FontUrls;
  return urls;
}

/** The typeface at an address of `fontUrls()`; null for any other. */
export async function readFont(pathname: string): Promise<Buffer<ArrayBuffer> | null> {
  const name = names.find((candidate) => fontUrls()[candidate] === pathname);
  return name === undefined ? null : readFile(packageFile(files[name]));
}

function urlOf(name: FontName): string {
  const hash = createHash('sha256')
    .update(readFileSync(packageFile(files[name])))
    .digest('hex');
  return `/public/fonts/${name.toLowerCase()}-${hash.slice(0, 12)}.woff2`;
}
