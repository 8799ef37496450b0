import fs from 'node:fs';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  drawable,
  drawableRanges,
  drawPicture,
  pictureColors,
  type Picture,
} from '@/app/public/collection-picture';
import { collectionIcons } from '@/lib/contract/collection-icons';

const picture: Picture = {
  product: 'Markwell',
  badge: 'Public collection',
  name: 'Night trains of Europe',
  owner: 'Marina Souza',
  initials: 'MS',
  links: '52 links',
  color: 'b93a1a',
  icon: null,
};

const size = { width: 1200, height: 630 };
const requested: string[] = [];

beforeEach(() => {
  requested.length = 0;
  // The library queries font servers and emoji servers for missing glyphs.
  vi.stubGlobal('fetch', (address: unknown) => {
    requested.push(String(address));
    return Promise.reject(new Error('no network'));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const everyLetter = [...drawableRanges.matchAll(/\\u([0-9a-f]{4})(?:-\\u([0-9a-f]{4}))?/g)].flatMap(
  ([, from = '', to = from]) => {
    const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  },
);

test('is a PNG of 1200 by 630', async () => {
  const { format, width, height } = await sharp(await drawPicture(picture, size)).metadata();
  expect([format, width, height]).toEqual(['png', 1200, 630]);
});

test('its colors are those of the light theme', () => {
  const css = fs.readFileSync('app/globals.css', 'utf8');
  for (const [name, color] of Object.entries(pictureColors)) {
    expect(css).toContain(`--${name}: light-dark(${color},`);
  }
});

/** The color of a pixel of a picture. */
async function pixelAt(png: Uint8Array, left: number, top: number): Promise<number[]> {
  const pixel = sharp(png).extract({ left, top, width: 1, height: 1 }).removeAlpha();
  return [...(await pixel.raw().toBuffer())];
}

test('a cover fills the right side', async () => {
  const blue = { create: { width: 640, height: 400, channels: 3 as const, background: '#4466ff' } };
  const cover = await sharp(blue).webp({ lossless: true }).toBuffer();
  const [red = 0, , shownBlue = 0] = await pixelAt(await drawPicture(picture, size, cover), 1100, 40);
  expect([red < 80, shownBlue > 240]).toEqual([true, true]);
  expect(await pixelAt(await drawPicture(picture, size), 1100, 40)).toEqual([251, 250, 248]);
  expect(requested).toEqual([]);
});

test('an icon is drawn above the name, and an emoji is not', async () => {
  const [plain, icon, emoji] = await Promise.all(
    [null, 'flag', '🚂'].map((name) => drawPicture({ ...picture, icon: name }, size)),
  );
  expect(icon).not.toEqual(plain);
  expect(emoji).toEqual(plain);
  expect(requested).toEqual([]);
});

test('the shapes of the icons are those of lucide', async () => {
  const shapes = Object.keys(collectionIcons).map((name) => {
    const svg = fs.readFileSync(`node_modules/lucide-static/icons/${name}.svg`, 'utf8');
    return [name, svg.replace(/^.*?<svg[^>]*>|<\/svg>\s*$/gs, '').replaceAll(/\s*\n\s*/g, '')];
  });
  await expect(`${JSON.stringify(Object.fromEntries(shapes), null, 2)}\n`).toMatchFileSnapshot(
    'icon-shapes.json',
  );
});

// Guarantee: rendering a picture makes no request, regardless of the names of a collection and its owner.
test('no letter that counts as drawable is requested from a font server', async () => {
  expect(everyLetter.length).toBeGreaterThan(400);
  for (let start = 0; start < everyLetter.length; start += 50) {
    const name = everyLetter.slice(start, start + 50).join('');
    await drawPicture({ ...picture, name, owner: name.slice(0, 40) }, size);
  }
  expect(requested).toEqual([]);
});

test.each([
  '日本の夜行列車',
  'قطارات الليل',
  'Trains 🚂🇧🇷👩‍👩‍👧 ❤️ © ™ ✓ ①',
  '',
  '\u202e\u0000\ud800',
  '𝕿𝖗𝖆𝖎𝖓𝖘',
  'à̷̡l̸o',
  '<svg onload=alert(1)>',
])('a collection called %j is drawn without a network', async (name) => {
  await drawPicture({ ...picture, name, owner: name, initials: name.slice(0, 2) }, size);
  expect(requested).toEqual([]);
});

test.each([
  ['Night trains', 'Night trains'],
  ['  Pão\n de  queijo 🧀 ', 'Pão de queijo'],
  ['Ночные поезда', 'Ночные поезда'],
  ['日本 trains', null],
  ['🚂', null],
  ['x'.repeat(30), `${'x'.repeat(19)}…`],
])('%j is drawn as %j', (text, expected) => {
  expect(drawable(text, 20)).toBe(expected);
});
