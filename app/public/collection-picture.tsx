import 'server-only';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ImageResponse } from 'next/og';
import iconShapes from '@/app/public/icon-shapes.json';

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
  /** Name of a lucide icon; an emoji is not drawn, because the rendering library would query a server for it. */
  readonly icon: string | null;
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

/** Renders the picture of a collection for messengers and social networks, as a PNG; `cover` is a WebP. */
export async function drawPicture(
  picture: Picture,
  size: Size,
  cover: Uint8Array | null = null,
): Promise<Uint8Array<ArrayBuffer>> {
  const shown = cover && (await coverUrl(cover, size));
  const drawing = new ImageResponse(<Drawing {...picture} {...size} cover={shown} />, {
    ...size,
    fonts: await fonts(),
  });
  return new Uint8Array(await drawing.arrayBuffer());
}

const coverWidth = 460;

/** The rendering library reads no WebP. */
async function coverUrl(cover: Uint8Array, { height }: Size): Promise<string> {
  const { default: sharp } = await import('sharp');
  const jpeg = await sharp(cover)
    .resize(coverWidth, height, { fit: 'cover' })
    .jpeg({ quality: 85 })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

const isShape = (name: string): name is keyof typeof iconShapes => name in iconShapes;

/** The icon of a collection as an image; null for an emoji. */
function iconUrl(icon: string | null, color: string): string | null {
  if (icon === null || !isShape(icon)) return null;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none"
    stroke="#${color}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${iconShapes[icon]}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
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

interface DrawingProps extends Picture, Size {
  /** URL of its picture. */
  cover: string | null;
}

function Drawing({ cover, width, height, ...picture }: DrawingProps) {
  if (cover === null) return <Card {...picture} {...{ width, height }} />;
  return (
    <div style={{ display: 'flex', width, height }}>
      <Card {...picture} {...{ width: width - coverWidth, height }} isNarrow />
      <img src={cover} alt="" width={coverWidth} height={height} />
    </div>
  );
}

/** Texts of the picture, which leave space for a cover if they are narrow. */
function Card(props: Picture & Size & { isNarrow?: boolean }) {
  const { product, badge, name, owner, initials, links, color, width, height, isNarrow = false } = props;
  const title = drawable(name, isNarrow ? 70 : 110) ?? badge;
  const icon = iconUrl(props.icon, color);
  const letters = drawable(initials, 2);
  const facts = [drawable(owner, isNarrow ? 24 : 40), links, title === badge || isNarrow ? null : badge];
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width,
        height,
        padding: isNarrow ? '64px 48px 68px 64px' : '64px 80px 68px',
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
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        {icon === null ? null : <img src={icon} alt="" width={72} height={72} style={{ marginBottom: 24 }} />}
        <div
          style={{
            display: 'block',
            lineClamp: 3,
            fontFamily: serif,
            fontSize: titleSize(title) * (isNarrow ? 0.8 : 1),
            fontWeight: 600,
            lineHeight: 1.12,
            letterSpacing: '-0.02em',
            wordBreak: 'break-word',
          }}
        >
          {title}
        </div>
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
