import fs from 'node:fs';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import manifest from '@/app/manifest';
import { findAudience } from '@/lib/access/decide';

const messages = (namespace: string): Record<string, string> =>
  JSON.parse(fs.readFileSync(`messages/en/${namespace.toLowerCase()}.json`, 'utf8')) as Record<
    string,
    string
  >;

vi.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async (namespace: string) => (key: string) => messages(namespace)[key],
}));

const { icons = [], shortcuts = [], ...rest } = await manifest();
const allIcons = [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons ?? [])];

test.each(allIcons)('$src is a picture of $sizes', async ({ src, sizes }) => {
  const { width, height, format } = await sharp(`public${src}`).metadata();
  expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
});

test('it has every icon required for installing', () => {
  const kinds = icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`);
  expect(kinds).toEqual(
    expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 512x512', 'monochrome 512x512']),
  );
});

// Guarantee: no launcher crops the ribbon, regardless of the shape of its icons.
test.each([
  ['icon-maskable-192', 192],
  ['icon-maskable-512', 512],
])('the ribbon of %s lies within the safe zone, a circle of 80 percent', async (name, size) => {
  const { data, info } = await sharp(`public/${name}.png`)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const outside: string[] = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isInside = Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2) <= size * 0.4;
      const blue = data[(y * info.width + x) * info.channels + 2] ?? 0;
      if (!isInside && blue < 0xe0) outside.push(`${x},${y}`);
    }
  }
  expect(outside).toEqual([]);
});

test('the app, its shortcuts and its files open pages that exist', () => {
  const decrypted = rest.file_handlers?.map(({ action }) => action) ?? [];
  const paths = [rest.start_url, ...decrypted, ...shortcuts.map(({ url }) => url)];
  for (const path of paths) {
    expect(findAudience(new URL(path ?? '', 'http://app.test').pathname), path).toBe('member');
  }
  expect(shortcuts.map(({ name }) => name)).toEqual(['Add bookmark', 'Search']);
});
