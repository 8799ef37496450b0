import fc from 'fast-check';
import { domainToASCII } from 'node:url';
import { describe, expect, it } from 'vitest';
import { letterTile, letterTileSvg, TILE_COLORS } from '@/lib/domain/letter-tile';

/** WCAG contrast of white on a color. */
function whiteContrast(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const channel = parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}

describe('letterTile', () => {
  it.each([
    ['example.com', 'E'],
    ['www.example.com', 'E'],
    ['WWW.Example.com', 'E'],
    ['www.com', 'W'],
    ['127.0.0.1', '1'],
    ['[::1]', '1'],
    [domainToASCII('münchen.example'), 'M'],
    [domainToASCII('éclair.example'), 'É'],
    [domainToASCII('пример.example'), 'П'],
    [domainToASCII('例え.example'), '例'],
    [domainToASCII('ßtraße.example'), 'S'],
    [domainToASCII('☃.example'), '·'],
    ['xn--', '·'],
    ['xn--9999999999999999', '9'],
    ['<b>', 'B'],
    ['&#', '·'],
    ['', '·'],
  ])('of %j is %s', (host, letter) => expect(letterTile(host).letter).toBe(letter));

  it('gives a host the same color on every visit, and different hosts different ones', () => {
    expect(letterTile('example.com')).toEqual(letterTile('www.example.com'));
    const colors = new Set(
      Array.from({ length: 200 }, (_, index) => letterTile(`site${index}.example`).color),
    );
    expect(colors).toEqual(new Set(TILE_COLORS));
  });

  it.each(TILE_COLORS)('%s carries white text', (color) => expect(whiteContrast(color)).toBeGreaterThan(4.5));

  it('never writes markup of any host into the SVG', () => {
    const hosts = fc.oneof(
      fc.array(fc.nat(0x10ffff)).map((points) => String.fromCodePoint(...points)),
      fc.stringMatching(/^[a-z0-9.-]{0,40}$/),
      fc.stringMatching(/^xn--[a-z0-9-]{0,40}$/),
    );
    const markup = (svg: string) => svg.replaceAll(/[^<>&"']/g, '');
    const expected = markup(letterTileSvg('example.com'));
    fc.assert(
      fc.property(hosts, (host) => {
        expect(markup(letterTileSvg(host))).toBe(expected);
      }),
    );
  });
});
