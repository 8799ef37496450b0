import { LRUCache } from 'lru-cache';
import { getTranslations } from 'next-intl/server';
import { pictureSize, withShownName } from '@/app/public/collection-metadata';
import type { Picture } from '@/app/public/collection-picture';
import { serveFile, type FileParams } from '@/app/public/serve-file';
import { initials, nameParts } from '@/components/entities/initials';

export const size = pictureSize;
export const contentType = 'image/png';

// Rendering takes a tenth of a second, and a picture is a pure function of these few texts.
const drawn = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: 50 });

/** Open Graph picture of a collection, shown where its link is posted. */
export default function OpenGraphImage(context: FileParams): Promise<Response> {
  return serveFile(context, 'opengraph-image', async (found) => {
    const t = await getTranslations('Public');
    const { collection, owner } = withShownName(found, t);
    return {
      type: contentType,
      body: await draw({
        product: t('product'),
        badge: t('badge'),
        name: collection.name,
        owner: owner.name,
        initials: initials(nameParts(owner.name)),
        links: t('links', { count: collection.count }),
        color: collection.color,
      }),
    };
  });
}

function draw(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const key = JSON.stringify(picture);
  const known = drawn.get(key);
  if (known) return known;
  // The rendering library is large, and only needed here.
  const made = import('@/app/public/collection-picture').then(({ drawPicture }) =>
    drawPicture(picture, size),
  );
  drawn.set(key, made);
  made.catch(() => drawn.delete(key));
  return made;
}
