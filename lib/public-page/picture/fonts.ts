import 'server-only';
import { readFile } from 'node:fs/promises';
import { packageFile } from '@/lib/public-page/fonts';

interface Font {
  name: string;
  data: Buffer;
  weight: 500 | 600;
  style: 'normal';
}

/** One name for each file: the drawing library takes only one file by a name. */
const files = [
  ['Newsreader', 600, '@fontsource/newsreader/files/newsreader-latin-600-normal.woff'],
  ['Newsreader Ext', 600, '@fontsource/newsreader/files/newsreader-latin-ext-600-normal.woff'],
  ['Inter', 500, '@fontsource/inter/files/inter-latin-500-normal.woff'],
  ['Inter Ext', 500, '@fontsource/inter/files/inter-latin-ext-500-normal.woff'],
  ['Inter Greek', 500, '@fontsource/inter/files/inter-greek-500-normal.woff'],
  ['Inter Cyrillic', 500, '@fontsource/inter/files/inter-cyrillic-500-normal.woff'],
] as const;

export const sans = 'Inter, Inter Ext, Inter Greek, Inter Cyrillic';
export const serif = `Newsreader, Newsreader Ext, ${sans}`;

let read: Promise<Font[]> | undefined;

/** The typefaces of the picture, read with the first one that is drawn. */
export function pictureFonts(): Promise<Font[]> {
  return (read ??= Promise.all(
    files.map(async ([name, weight, file]) => ({
      name,
      weight,
      data: await readFile(packageFile(file)),
      style: 'normal' as const,
    })),
  ));
}
