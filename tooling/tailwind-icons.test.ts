import fs from 'node:fs';
import path from 'node:path';
import tailwind from '@tailwindcss/postcss';
import postcss from 'postcss';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** Returns every icon class used in the source, alone or among other classes. */
const iconsInSource = (): string[] => {
  const files = ['app', 'components'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:tsx?|css)$/.test(file) && !file.includes('.test.'))
      .map((file) => path.join(root, folder, file)),
  );
  const named = files.flatMap((file) =>
    [...fs.readFileSync(file, 'utf8').matchAll(/['"` ](i-[a-z][a-z0-9-]+)['"`; ]/g)].map(
      ([, name]) => name ?? '',
    ),
  );
  return [...new Set(named)].sort();
};

test('every icon class used in the source has a mask, without which it would be a solid square', async () => {
  const file = path.join(root, 'app/app.css');
  const { css } = await postcss([tailwind({ base: root, optimize: false })]).process(
    fs.readFileSync(file, 'utf8'),
    { from: file },
  );
  const icons = iconsInSource();
  expect(icons.length).toBeGreaterThan(20);
  expect(icons.filter((icon) => !css.includes(`.${icon} {`))).toEqual([]);
  expect(css).toMatch(/\.i-star \{\s*--icon: url\("data:image\/svg\+xml,%3Csvg/);
});
