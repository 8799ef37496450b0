import fs from 'node:fs';
import { parseEnv as parseFile } from 'node:util';
import { expect, test } from 'vitest';
import { variables } from '@/lib/env/variables';
import { renderEnvExample } from './render-env-example';

test('.env.example matches the schema (npm run env-example writes it)', () => {
  expect(fs.readFileSync('.env.example', 'utf8')).toBe(renderEnvExample());
});

test('every variable has a line, and every line is a comment, so that a copy sets nothing', () => {
  const text = renderEnvExample();
  expect(Object.keys(variables).filter((name) => !text.includes(`\n# ${name}=`))).toEqual([]);
  expect(parseFile(text)).toEqual({});
});
