import { serviceLimits } from '@/lib/contract/service-limits';

/** Purpose of a rectangle: to highlight something, or to hide it. */
export type Tool = 'highlight' | 'hide';

export interface Rectangle {
  readonly id: number;
  readonly tool: Tool;
  /** Position and size as fractions of the picture. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Area = Omit<Rectangle, 'id' | 'tool'>;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Smaller rectangles are discarded: a click, not a drag. */
const minPixels = 1;

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max);

/** Returns the area between two points of a picture that is displayed in this size, or null if it is too small. */
export function areaBetween(from: Point, to: Point, shown: Size): Area | null {
  const [left, right] = [from.x, to.x].map((x) => clamp(x, shown.width)).sort((a, b) => a - b) as [
    number,
    number,
  ];
  const [top, bottom] = [from.y, to.y].map((y) => clamp(y, shown.height)).sort((a, b) => a - b) as [
    number,
    number,
  ];
  const [width, height] = [right - left, bottom - top];
  if (width < minPixels || height < minPixels) return null;
  return {
    left: left / shown.width,
    top: top / shown.height,
    width: width / shown.width,
    height: height / shown.height,
  };
}

/** Returns an area moved, or resized at its lower right corner, within the picture. */
export function shiftArea(area: Area, by: Point, shown: Size, isResized: boolean): Area {
  const x = by.x / shown.width;
  const y = by.y / shown.height;
  if (!isResized) {
    const left = clamp(area.left + x, 1 - area.width);
    return { ...area, left, top: clamp(area.top + y, 1 - area.height) };
  }
  const width = Math.max(clamp(area.width + x, 1 - area.left), minPixels / shown.width);
  const height = Math.max(clamp(area.height + y, 1 - area.top), minPixels / shown.height);
  return { ...area, width, height };
}

/** Whether this browser can take a screenshot: not on phones and tablets, and only in a secure context. */
export function canCapture({ navigator, isSecureContext }: Window = window): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isMobile =
    /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i.test(userAgent) ||
    // iPads identify as Macs.
    (/Macintosh/i.test(userAgent) && maxTouchPoints > 1);
  return !isMobile && isSecureContext && 'getDisplayMedia' in navigator.mediaDevices;
}

/** Chromium offers this tab first. */
const captureOptions: DisplayMediaStreamOptions & Record<string, unknown> = {
  video: { displaySurface: 'browser' },
  audio: false,
  preferCurrentTab: true,
  selfBrowserSurface: 'include',
};

/** Captures one frame of the screen or tab that the user chooses. Rejects if that is denied or fails. */
export async function captureScreenshot(): Promise<HTMLCanvasElement> {
  const stream = await navigator.mediaDevices.getDisplayMedia(captureOptions);
  try {
    const video = document.createElement('video');
    video.muted = true;
    video.srcObject = stream;
    await video.play();
    return drawScaled(video, { width: video.videoWidth, height: video.videoHeight });
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

/** Returns a copy that is at most `edge` long in any direction. */
function drawScaled(
  source: CanvasImageSource,
  { width, height }: Size,
  edge: number = serviceLimits.screenshotEdge,
): HTMLCanvasElement {
  const scale = Math.min(1, edge / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  contextOf(canvas).drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The canvas has no 2D context');
  return context;
}

/** A light line below the colored one, so that it is visible on any background. */
const highlightLines = [
  { color: '#ffffff', width: 2 },
  { color: '#f0784f', width: 1 },
];

/** Draws the rectangles into a copy of the picture: no pixels remain below one that hides. */
export function annotate(picture: HTMLCanvasElement, rectangles: readonly Rectangle[]): HTMLCanvasElement {
  const drawn = drawScaled(picture, picture);
  const context = contextOf(drawn);
  const lineWidth = Math.max(3, drawn.width / 400);
  // Hiding rectangles are drawn last and aligned to whole pixels, so that they cover everything.
  for (const { tool, ...area } of rectangles.toSorted(
    (a, b) => Number(a.tool === 'hide') - Number(b.tool === 'hide'),
  )) {
    const left = Math.floor(area.left * drawn.width);
    const top = Math.floor(area.top * drawn.height);
    const width = Math.ceil((area.left + area.width) * drawn.width) - left;
    const height = Math.ceil((area.top + area.height) * drawn.height) - top;
    if (tool === 'hide') {
      context.fillRect(left, top, width, height);
      continue;
    }
    for (const line of highlightLines) {
      context.strokeStyle = line.color;
      context.lineWidth = lineWidth * line.width;
      context.strokeRect(left, top, width, height);
    }
  }
  return drawn;
}

const shrink = 0.75;
const minEdge = 400;

/** Returns the picture as a PNG in base64, scaled down until the service accepts it. */
export function encodePng(picture: HTMLCanvasElement): string {
  const base64 = picture.toDataURL('image/png').split(',')[1] ?? '';
  if ((base64.length / 4) * 3 <= serviceLimits.screenshotBytes) return base64;
  const edge = Math.max(picture.width, picture.height) * shrink;
  if (edge < minEdge) throw new Error('The screenshot is too large');
  return encodePng(drawScaled(picture, picture, edge));
}
