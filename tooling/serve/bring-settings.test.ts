import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { bringSettings } from './bring-settings';

const NAME = '__NEXT_PRIVATE_STANDALONE_CONFIG';
afterEach(() => vi.unstubAllEnvs());

test('the settings of the build are handed over as they were written down', async () => {
  vi.stubEnv(NAME, undefined);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-settings-'));
  fs.mkdirSync(path.join(folder, '.next'));
  const config = { distDir: '.next', images: { unoptimized: true } };
  fs.writeFileSync(
    path.join(folder, '.next/required-server-files.json'),
    JSON.stringify({ config, files: [] }),
  );
  await bringSettings(folder);
  expect(JSON.parse(process.env[NAME] ?? '')).toEqual(config);
  fs.rmSync(folder, { recursive: true });
});

test('the framework still asks for them by this name', () => {
  const source = fs.readFileSync('node_modules/next/dist/server/config.js', 'utf8');
  expect(source).toContain(`JSON.parse(process.env.${NAME})`);
});
