import fs from 'node:fs';
import sharp from 'sharp';
import { themeGround } from '@/components/common/theme';

// `npm run icons` draws the icons of the installed app and of the browser extension from the ribbon in public/icon.svg.
// The results are committed.

const ribbon = /<path d="([^"]+)"/.exec(fs.readFileSync('public/icon.svg', 'utf8'))?.[1] ?? '';
/** Values of --accent, --line and --bg of the light theme; an installed icon has the same colors in both themes. */
const accent = '#b93a1a';
const line = '#e7e3dc';
const ground = themeGround.light;

/** SVG of the shapes in a square of 512. */
const canvas = (shapes: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${shapes}</svg>`);

/** The ribbon, whose path uses a square of 32, scaled around the center of the icon. */
const drawRibbon = (scale: number, color: string): string =>
  `<path fill="${color}" transform="translate(256 256) scale(${scale}) translate(-16 -16)" d="${ribbon}"/>`;

/** A lucide icon, 24 units wide, on a filled circle. */
const drawShortcut = (shapes: string): string =>
  `<circle cx="256" cy="256" r="256" fill="${ground}"/>` +
  `<g transform="translate(136 136) scale(10)" fill="none" stroke="${accent}" stroke-width="2" stroke-linecap="round">${shapes}</g>`;

const full = `<rect width="512" height="512" fill="${ground}"/>`;
const tile = `<rect x="1.5" y="1.5" width="509" height="509" rx="96" fill="${ground}" stroke="${line}" stroke-width="3"/>`;

const icons: Record<string, readonly [size: number, shapes: string]> = {
  'public/icon-192.png': [192, tile + drawRibbon(10.9, accent)],
  'public/icon-512.png': [512, tile + drawRibbon(10.9, accent)],
  // Launchers crop these to their own shape: the content is within the inner 80 percent.
  'public/icon-maskable-192.png': [192, full + drawRibbon(8.75, accent)],
  'public/icon-maskable-512.png': [512, full + drawRibbon(8.75, accent)],
  // Only the alpha channel is used: the system sets the color.
  'public/icon-monochrome-512.png': [512, drawRibbon(10.9, '#000000')],
  'public/apple-touch-icon.png': [180, full + drawRibbon(9.6, accent)],
  'public/shortcut-add.png': [96, drawShortcut('<path d="M5 12h14M12 5v14"/>')],
  'public/shortcut-search.png': [
    96,
    drawShortcut('<circle cx="11" cy="11" r="8"/><path d="m21 21-4.3-4.3"/>'),
  ],
  // The ribbon fills the small icons of a toolbar; the store shows the large one.
  'extension/icons/16.png': [16, drawRibbon(17, accent)],
  'extension/icons/32.png': [32, drawRibbon(17, accent)],
  'extension/icons/48.png': [48, drawRibbon(17, accent)],
  'extension/icons/128.png': [128, tile + drawRibbon(10.9, accent)],
};

for (const [file, [size, shapes]] of Object.entries(icons)) {
  const png = sharp(canvas(shapes), { density: 144 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true });
  await png.toFile(file);
}
