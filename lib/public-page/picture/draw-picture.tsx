import { ImageResponse } from 'next/og';
import { drawable } from '@/lib/public-page/picture/drawable';
import { pictureFonts, sans, serif } from '@/lib/public-page/picture/fonts';
import { tokens } from '@/lib/public-page/stylesheet';

/** What the picture of a collection shows. */
export interface Picture {
  readonly product: string;
  readonly badge: string;
  readonly name: string;
  readonly owner: string;
  readonly initials: string;
  /** How many links there are, in words. */
  readonly links: string;
  /** Six hexadecimal digits. */
  readonly color: string;
}

const width = 1200;
const height = 630;

const [ground] = tokens.bg;
const [ink] = tokens.text;
const [muted] = tokens.muted;
const [accent] = tokens.accent;
const [avatar] = tokens.avatar;

/** Smaller the longer it is, so that three lines hold it. */
const titleSize = (text: string): number => (text.length <= 26 ? 92 : text.length <= 60 ? 72 : 56);

/** Draws the picture that stands for a collection where its address is posted, as a PNG of 1200 by 630. */
export async function drawPicture(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = new ImageResponse(layout(picture), { width, height, fonts: await pictureFonts() });
  return new Uint8Array(await drawing.arrayBuffer());
}

function layout({ product, badge, name, owner, initials, links, color }: Picture) {
  const title = drawable(name, 110) ?? badge;
  const person = drawable(owner, 40);
  const letters = drawable(initials, 2);
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width,
        height,
        padding: '64px 80px 68px',
        color: ink,
        background: ground,
        fontFamily: sans,
        borderLeft: `20px solid #${color}`,
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center' }}>
        <svg width="32" height="48" viewBox="0 0 12 18">
          <path fill={accent} d="M0 1a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v17l-6-4.5L0 18z" />
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
      <div style={{ display: 'flex', alignItems: 'center', fontSize: 30, color: muted }}>
        {letters === null ? null : <Person letters={letters} />}
        {[person, links, title === badge ? null : badge].filter((text) => text !== null).join('  ·  ')}
      </div>
    </div>
  );
}

function Person({ letters }: { letters: string }) {
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
        background: avatar,
        fontSize: 26,
      }}
    >
      {letters}
    </div>
  );
}
