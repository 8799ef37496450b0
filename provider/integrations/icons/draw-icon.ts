import { encodeRawImage, reencodeImage } from '@/provider/integrations/images/reencode-image';
import { isIco, readIco } from '@/provider/integrations/icons/read-ico';

const size = { edge: 64, maxInputEdge: 2048 };

/**
 * A small PNG drawn from the bytes of a site's icon (PNG, JPEG, GIF, WebP or ICO, whatever the server called it), or
 * null where they are none of these, damaged or too large.
 */
export async function drawIcon(bytes: Uint8Array, programs?: string): Promise<Buffer | null> {
  const options = { ...size, programs };
  if (!isIco(bytes)) return reencodeImage(bytes, options);
  const picture = readIco(bytes);
  if (picture?.kind === 'raw') return encodeRawImage(picture.image, options);
  return picture ? reencodeImage(picture.bytes, options) : null;
}
