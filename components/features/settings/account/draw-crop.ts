import { squareOf, type Crop } from '@/components/features/settings/account/crop';
import { limits } from '@/lib/contract/limits';

/** Twice what the service keeps, so that it has something to choose from. */
const sentEdge = limits.avatarEdge * 2;

/** Draws what shows of the picture over the whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, edge } = squareOf(picture, crop);
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, edge, edge, 0, 0, canvas.width, canvas.height);
}

/** What shows, as a file of its own: small whatever the camera made, and without what the camera noted. */
export async function encodeCrop(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = sentEdge;
  drawCrop(canvas, picture, crop);
  // A browser that cannot write WebP writes PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  if (!blob) throw new Error('the picture could not be encoded');
  return blob;
}
