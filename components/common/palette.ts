export { palette } from '@/lib/domain/palette';

/** Returns six hexadecimal digits in lower case, from input with or without `#`; null if it is not a color. */
export function parseHexColor(text: string): string | null {
  const digits = text.trim().replace(/^#/, '').toLowerCase();
  return /^[0-9a-f]{6}$/.test(digits) ? digits : null;
}
