import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { themeGround } from '@/components/common/theme';
import { TILE_COLORS } from '@/lib/domain/letter-tile';

const css = fs.readFileSync(path.join(import.meta.dirname, 'globals.css'), 'utf8');
const themes = ['light', 'dark'] as const;
type ThemeName = (typeof themes)[number];

const tokens = new Map<string, Record<ThemeName, string>>(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

/** Returns `over` blended onto `ground` with the given alpha, as a translucent background is. */
const mix = (over: Rgb, ground: Rgb, share: number): Rgb => [
  over[0] * share + ground[0] * (1 - share),
  over[1] * share + ground[1] * (1 - share),
  over[2] * share + ground[2] * (1 - share),
];

const luminance = (rgb: Rgb): number => {
  const [r = 0, g = 0, b = 0] = rgb.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (one: Rgb, other: Rgb): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

/** Returns the color of a background: a token, or a token blended onto another with an alpha: `bad/10 surface`. */
const groundOf = (ground: string, theme: ThemeName): Rgb => {
  const [over = '', under] = ground.split(' ');
  const [name = '', share = '100'] = over.split('/');
  const color = token(name, theme);
  return under === undefined ? color : mix(color, token(under, theme), Number(share) / 100);
};

const token = (name: string, theme: ThemeName): Rgb => {
  const value = tokens.get(name);
  if (!value) throw new Error(`globals.css has no token --${name} with a light and a dark value.`);
  return parse(value[theme]);
};

// Every text color and the backgrounds it is used on, in globals.css, the class files and the components.
const pairs: Record<string, readonly string[]> = {
  text: [
    ...['bg', 'surface', 'sunken', 'accent-soft', 'line/45 sunken'],
    ...['mark-yellow', 'mark-green', 'mark-blue', 'mark-red'],
  ],
  muted: ['bg', 'surface', 'sunken', 'accent-soft', 'line/45 sunken'],
  faint: ['bg', 'surface', 'sunken'],
  accent: ['bg', 'surface', 'sunken', 'accent-soft'],
  'accent-hover': ['bg', 'surface'],
  'on-accent': ['accent', 'accent-hover'],
  ok: ['bg', 'surface'],
  warn: ['bg', 'surface'],
  bad: ['bg', 'surface', 'sunken', 'bad/8 surface'],
  'on-inverse': ['inverse', 'inverse-raised'],
  'on-avatar': ['avatar'],
};

const cases = Object.entries(pairs).flatMap(([text, grounds]) =>
  grounds.flatMap((ground) => themes.map((theme) => [text, ground, theme] as const)),
);

test.each(cases)('%s on %s keeps 4.5:1 in %s', (text, ground, theme) => {
  expect(contrast(token(text, theme), groundOf(ground, theme))).toBeGreaterThanOrEqual(4.5);
});

test('the letters of site tiles keep 4.5:1', () => {
  for (const color of TILE_COLORS) {
    expect(contrast(parse('#ffffff'), parse(color)), color).toBeGreaterThanOrEqual(4.5);
  }
});

test("the browser's bars have the color of the ground", () => {
  expect(tokens.get('bg')).toEqual(themeGround);
});

test('contrast is computed as WCAG defines it', () => {
  expect(contrast(parse('#ffffff'), parse('#000000'))).toBeCloseTo(21);
  expect(contrast(parse('#767676'), parse('#ffffff'))).toBeCloseTo(4.54, 2);
});
