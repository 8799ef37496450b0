import { expect, test } from 'vitest';
import { parseHexColor } from '@/components/features/collections/color-picker';
import { palette } from '@/lib/domain/palette';

test('a color is six hexadecimal digits, with or without the number sign', () => {
  expect(parseHexColor(' #B93A1A ')).toBe('b93a1a');
  expect(parseHexColor('b93a1a')).toBe('b93a1a');
  for (const odd of ['', '#fff', 'b93a1', 'b93a1aa', 'zzzzzz', '##b93a1a'])
    expect(parseHexColor(odd)).toBeNull();
});

test('every offered color can be stored', () => {
  for (const color of palette) expect(parseHexColor(color)).toBe(color);
  expect(new Set(palette).size).toBe(palette.length);
});
