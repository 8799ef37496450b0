import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import plugin from 'tailwindcss/plugin';

/**
 * Lucide icons as CSS masks: `i-star` is the outline, `i-solid-star` the filled shape. The stylesheet contains only the
 * classes found in the source. An icon needs no script and a single element.
 */
const require = createRequire(import.meta.url);
const folder = path.dirname(require.resolve('lucide-static/icons/star.svg'));

const names = fs.readdirSync(folder).map((file) => path.basename(file, '.svg'));

/** Returns the shapes of an icon, without the element around them. */
const shapesOf = (name) =>
  fs
    .readFileSync(path.join(folder, `${name}.svg`), 'utf8')
    .replace(/^.*?<svg[^>]*>|<\/svg>\s*$/gs, '')
    .replaceAll(/>\s+/g, '>')
    .replaceAll(' />', '/>')
    .replaceAll('"', "'")
    .trim();

const maskOf = (name, fill) => {
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='${fill}' stroke='#000' stroke-width='1.75' ` +
    `stroke-linecap='round' stroke-linejoin='round'>${shapesOf(name)}</svg>`;
  return `url("data:image/svg+xml,${svg.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('#', '%23')}")`;
};

export default plugin(({ matchUtilities }) => {
  const values = Object.fromEntries(names.map((name) => [name, name]));
  matchUtilities({ i: (name) => ({ '--icon': maskOf(name, 'none') }) }, { values });
  matchUtilities({ 'i-solid': (name) => ({ '--icon': maskOf(name, '#000') }) }, { values });
});
