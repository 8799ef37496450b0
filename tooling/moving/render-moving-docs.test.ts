import fs from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { products } from '@/components/features/import-export/export-guides';
import moving from '@/messages/en/moving.json';
import { renderMovingDocs, stepsOf } from './render-moving-docs';

test('docs/moving has the words of the guides in the app (npm run moving-docs writes it)', async () => {
  const rendered = renderMovingDocs();
  expect(fs.readdirSync('docs/moving').sort()).toEqual(Object.keys(rendered).sort());
  const options = { ...(await resolveConfig('docs/moving/README.md')), parser: 'markdown' };
  for (const [name, text] of Object.entries(rendered)) {
    expect(fs.readFileSync(`docs/moving/${name}`, 'utf8'), name).toBe(await format(text, options));
  }
});

test('the guides in the app show every step of every product', () => {
  const steps = Object.entries(moving.products).map(([id, product]) => [id, stepsOf(product).length]);
  expect(Object.entries(products)).toEqual(steps);
});
