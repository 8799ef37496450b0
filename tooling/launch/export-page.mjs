import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles lib/export-page into one HTML document, in which the service replaces the remaining placeholders. The script
 * is not minified, so that users can read what it does with their key.
 */
export async function bundleExportPage() {
  const folder = 'lib/export-page';
  const { outputFiles } = await build({
    entryPoints: [`${folder}/main.ts`, `${folder}/page.css`],
    outdir: 'out',
    write: false,
    bundle: true,
    format: 'esm',
    // Pages are kept for years and opened in whatever browser there is.
    target: ['es2022'],
    charset: 'utf8',
    logLevel: 'warning',
  });
  const textOf = (ending) => `\n${outputFiles.find((file) => file.path.endsWith(ending)).text}`;
  const [script, style] = [textOf('.js'), textOf('.css')];
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
  return fs
    .readFileSync(`${folder}/page.html`, 'utf8')
    .replace('{{policy}}', policy)
    .replace('<style>', () => `<style>${style}`)
    .replace('<script type="module">', (tag) => tag + script);
}

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// In development the service runs this program, so that a changed source is in the next page.
if (import.meta.url === pathToFileURL(path.resolve(process.argv[1])).href) {
  process.stdout.write(await bundleExportPage());
}
