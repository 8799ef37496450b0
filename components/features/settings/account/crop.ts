/** What shows of a picture: a square around a point, as parts of the picture's own size. */
export interface Crop {
  /** 0 is the left edge of what can be shown, 1 the right one. */
  readonly x: number;
  /** 0 is the top edge, 1 the bottom one. */
  readonly y: number;
  /** 1 shows as much as a square can. */
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const wholePicture: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const zoomMax = 4;

/** The square of the picture, in its own pixels. */
export function squareOf(
  { width, height }: Size,
  { x, y, zoom }: Crop,
): { left: number; top: number; edge: number } {
  const edge = Math.min(width, height) / zoom;
  return { left: (width - edge) * x, top: (height - edge) * y, edge };
}

const within = (value: number): number => Math.min(1, Math.max(0, value));

/** The crop after the picture was dragged; the way is in edges of the square, so that it follows the finger. */
export function drag(size: Size, crop: Crop, way: { x: number; y: number }): Crop {
  const { edge } = squareOf(size, crop);
  const part = (room: number) => (room > 0 ? edge / room : 0);
  return {
    ...crop,
    x: within(crop.x - way.x * part(size.width - edge)),
    y: within(crop.y - way.y * part(size.height - edge)),
  };
}
