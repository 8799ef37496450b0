/** Selectable colors; six hexadecimal digits, each visible on light and dark backgrounds. */
export const palette = [
  'b9411a',
  'd97a1f',
  'c08a1e',
  '7a9e3a',
  '3d8b5a',
  '1f8a8a',
  '3d7fb5',
  '5661b3',
  '8e5aa8',
  'b8487a',
  '8a6f52',
  '4a5568',
] as const;

/** Default color of a collection: six hexadecimal digits. */
export const plainColor = '4a5568';
