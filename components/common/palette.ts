export { palette } from '@/lib/domain/palette';

/** Six hexadecimal digits in lower case, from what was typed with or without `#`; null when it is no color. */
export function parseHexColor(text: string): string | null {
  const digits = text.trim().replace(/^#/, '').toLowerCase();
  return /^[0-9a-f]{6}$/.test(digits) ? digits : null;
}
