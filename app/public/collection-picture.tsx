import 'server-only';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ImageResponse } from 'next/og';

/** Contents of the picture of a collection. */
export interface Picture {
  readonly product: string;
  readonly badge: string;
  readonly name: string;
  readonly owner: string;
  readonly initials: string;
  /** Localized text with the number of links. */
  readonly links: string;
  /** Six hexadecimal digits. */
  readonly color: string;
}

interface Size {
  width: number;
  height: number;
}

/** Tokens of globals.css in the light theme: the rendering library reads no stylesheet. */
export const pictureColors = {
  bg: '#fbfaf8',
  text: '#1f1c18',
  muted: '#6b645a',
  accent: '#b93a1a',
  avatar: '#3f5a4c',
};

/**
 * Letters that the fonts of the picture contain, by Unicode range: Latin, Greek, Cyrillic and common
 * punctuation. For any other letter the rendering library would query a font server, so it never gets one.
 */
export const drawableRanges =
  '\\u0020-\\u007e\\u00a1-\\u00a8\\u00aa-\\u00ac\\u00af-\\u0148\\u014a-\\u017f\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03ce\\u0400-\\u045f\\u2013\\u2014\\u2018-\\u201a\\u201c-\\u201e\\u2022\\u2026\\u20ac';

const notDrawable = new RegExp(`[^${drawableRanges}]`, 'gu');
const carriesMeaning = /[\p{L}\p{N}]/u;

/** Returns the text without emoji and other symbols; null if letters would be missing. */
export function drawable(text: string, length: number): string | null {
  const plain = text.toWellFormed().normalize('NFC').replace(/\s+/g, ' ');
  const missing = plain.match(notDrawable)?.join('') ?? '';
  if (carriesMeaning.test(missing)) return null;
  const drawn = plain.replace(notDrawable, '').replace(/ +/g, ' ').trim();
  if (drawn === '') return null;
  return drawn.length <= length ? drawn : `${drawn.slice(0, length - 1).trimEnd()}…`;
}

/** Renders the picture of a collection for messengers and social networks, as a PNG. */
export async function drawPicture(picture: Picture, size: Size): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = new ImageResponse(<Drawing {...picture} {...size} />, { ...size, fonts: await fonts() });
  return new Uint8Array(await drawing.arrayBuffer());
}

/** The rendering library takes one file per family, so each subset is a separate family. */
const fontFiles = [
  ['Newsreader', 600, '@fontsource/newsreader/files/newsreader-latin-600-normal.woff'],
  ['Newsreader Ext', 600, '@fontsource/newsreader/files/newsreader-latin-ext-600-normal.woff'],
  ['Inter', 500, '@fontsource/inter/files/inter-latin-500-normal.woff'],
  ['Inter Ext', 500, '@fontsource/inter/files/inter-latin-ext-500-normal.woff'],
  ['Inter Greek', 500, '@fontsource/inter/files/inter-greek-500-normal.woff'],
  ['Inter Cyrillic', 500, '@fontsource/inter/files/inter-cyrillic-500-normal.woff'],
] as const;

const sans = 'Inter, Inter Ext, Inter Greek, Inter Cyrillic';
const serif = `Newsreader, Newsreader Ext, ${sans}`;

const readFonts = () =>
  Promise.all(
    fontFiles.map(async ([name, weight, file]) => ({
      name,
      weight,
      data: await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), 'node_modules', file)),
      style: 'normal' as const,
    })),
  );

let fontsRead: ReturnType<typeof readFonts> | undefined;

/** Fonts, read once with the first picture. */
const fonts = () => (fontsRead ??= readFonts());

/** Font size in pixels: smaller for longer titles, so that they fit into three lines. */
const titleSize = (text: string): number => (text.length <= 26 ? 92 : text.length <= 60 ? 72 : 56);

function Drawing({ product, badge, name, owner, initials, links, color, width, height }: Picture & Size) {
  const title = drawable(name, 110) ?? badge;
  const letters = drawable(initials, 2);
  const facts = [drawable(owner, 40), links, title === badge ? null : badge];
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width,
        height,
        padding: '64px 80px 68px',
        color: pictureColors.text,
        background: pictureColors.bg,
        fontFamily: sans,
        borderLeft: `20px solid #${color}`,
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center' }}>
        <svg width="32" height="48" viewBox="0 0 12 18">
          <path fill={pictureColors.accent} d="M0 1a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v17l-6-4.5L0 18z" />
        </svg>
        <div style={{ marginLeft: 20, fontFamily: serif, fontSize: 42, fontWeight: 600 }}>{product}</div>
      </div>
      <div
        style={{
          display: 'block',
          lineClamp: 3,
          fontFamily: serif,
          fontSize: titleSize(title),
          fontWeight: 600,
          lineHeight: 1.12,
          letterSpacing: '-0.02em',
          wordBreak: 'break-word',
        }}
      >
        {title}
      </div>
      <div style={{ display: 'flex', alignItems: 'center', fontSize: 30, color: pictureColors.muted }}>
        {letters === null ? null : <Initials letters={letters} />}
        {facts.filter((text) => text !== null).join('  ·  ')}
      </div>
    </div>
  );
}

function Initials({ letters }: { letters: string }) {
  return (
    <div
      style={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        width: 64,
        height: 64,
        marginRight: 22,
        borderRadius: 32,
        color: '#ffffff',
        background: pictureColors.avatar,
        fontSize: 26,
      }}
    >
      {letters}
    </div>
  );
}
