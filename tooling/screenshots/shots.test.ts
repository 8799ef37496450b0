import fs from 'node:fs';
import { expect, test } from 'vitest';
import { fileOf, folder, shots, themes } from '@/tooling/screenshots/shots';

const files = shots.flatMap(({ name }) => themes.map((theme) => fileOf(name, theme))).sort();

test('the script takes the pictures that the documents show, and no others are stored', () => {
  const documents = ['README.md', 'docs/screens.md'].map((file) => fs.readFileSync(file, 'utf8')).join('\n');
  const shown = [...documents.matchAll(/images\/([\w-]+\.png)/g)].map(([, file = '']) => file);
  expect([...new Set(shown)].sort()).toEqual(files);
  expect(fs.readdirSync(folder).sort()).toEqual(files);
});

test('the pictures are small', () => {
  for (const file of files) expect(fs.statSync(`${folder}/${file}`).size, file).toBeLessThan(130_000);
});
