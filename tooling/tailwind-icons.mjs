import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import plugin from 'tailwindcss/plugin';

/**
 * Lucide icons as CSS masks: `i-star` is the outline, `i-solid-star` the filled shape. The stylesheet contains only the
 * classes found in the source. An icon needs no script and a single element.
 */
const require = createRequire(import.meta.url);
const folder = path.join(path.dirname(require.resolve('lucide-react/package.json')), 'dist/esm/icons');

const names = fs
  .readdirSync(folder)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.slice(0, -'.mjs'.length));

const shape = ([tag, attributes]) => {
  const { key: _key, ...rest } = attributes;
  const text = Object.entries(rest).map(([name, value]) => ` ${name}='${value}'`);
  return `<${tag}${text.join('')}/>`;
};

/** Returns the shapes of an icon. The file of a former name only re-exports the new one. */
const drawingOf = (name) => {
  const file = path.join(folder, `${name}.mjs`);
  const renamed = /export \{ default \} from '\.\/(.+)\.mjs'/.exec(fs.readFileSync(file, 'utf8'))?.[1];
  return renamed === undefined ? require(file).__iconData.node : drawingOf(renamed);
};

const maskOf = (name, fill) => {
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='${fill}' stroke='#000' stroke-width='1.75' ` +
    `stroke-linecap='round' stroke-linejoin='round'>${drawingOf(name).map(shape).join('')}</svg>`;
  return `url("data:image/svg+xml,${svg.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('#', '%23')}")`;
};

export default plugin(({ matchUtilities }) => {
  const values = Object.fromEntries(names.map((name) => [name, name]));
  matchUtilities({ i: (name) => ({ '--icon': maskOf(name, 'none') }) }, { values });
  matchUtilities({ 'i-solid': (name) => ({ '--icon': maskOf(name, '#000') }) }, { values });
});
