import { encodeRawImage, reencodeImage } from '@/provider/integrations/images/reencode-image';
import { isIco, readIco } from '@/provider/integrations/icons/read-ico';

const SIZE = { edge: 64, maxInputEdge: 2048 };

/**
 * A small PNG drawn from the bytes of a site's icon (PNG, JPEG, GIF, WebP or ICO, whatever the server called it), or
 * null where they are none of these, damaged or too large.
 */
export async function drawIcon(bytes: Uint8Array): Promise<Buffer | null> {
  if (!isIco(bytes)) return reencodeImage(bytes, SIZE);
  const picture = readIco(bytes);
  if (picture?.kind === 'raw') return encodeRawImage(picture.image, SIZE);
  return picture ? reencodeImage(picture.bytes, SIZE) : null;
}
