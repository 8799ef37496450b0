import { LRUCache } from 'lru-cache';
import { getTranslations } from 'next-intl/server';
import { pictureSize, withShownName } from '@/app/public/collection-metadata';
import type { Picture } from '@/app/public/collection-picture';
import { serveFile, type FileParams } from '@/app/public/serve-file';
import { initials, nameParts } from '@/components/entities/initials';
import type { CallFunction } from '@/lib/api/request';
import type { PublicCollectionPage } from '@/lib/contract/public';

export const size = pictureSize;
export const contentType = 'image/png';

// Rendering takes a tenth of a second, and a picture is a pure function of these few texts and the version of a cover.
const drawn = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: 50 });

/** Open Graph picture of a collection, shown where its link is posted. */
export default function OpenGraphImage(context: FileParams): Promise<Response> {
  return serveFile(context, 'opengraph-image', async (found, call) => {
    const t = await getTranslations('Public');
    const { collection, owner } = withShownName(found, t);
    const picture = {
      product: t('product'),
      badge: t('badge'),
      name: collection.name,
      owner: owner.name,
      initials: initials(nameParts(owner.name)),
      links: t('links', { count: collection.count }),
      color: collection.color,
      icon: collection.icon,
    };
    const version = collection.cover?.version ?? null;
    return { type: contentType, body: await draw(picture, version, () => readCover(call, collection)) };
  });
}

function draw(
  picture: Picture,
  version: string | null,
  loadCover: () => Promise<Uint8Array | null>,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = JSON.stringify([picture, version]);
  const known = drawn.get(key);
  if (known) return known;
  // The rendering library is large, and only needed here.
  const made = import('@/app/public/collection-picture').then(async ({ drawPicture }) =>
    drawPicture(picture, size, await loadCover()),
  );
  drawn.set(key, made);
  made.catch(() => drawn.delete(key));
  return made;
}

/** The picture of a collection as a WebP; null without one. */
async function readCover(
  call: CallFunction,
  { uuid, cover }: PublicCollectionPage['collection'],
): Promise<Uint8Array | null> {
  if (cover === null) return null;
  const query = {
    collection: uuid,
    version: cover.version,
    ...(cover.bookmark && { bookmark: cover.bookmark }),
  };
  const response = await call('preview.publicCover', { query }).catch(() => null);
  return response && new Uint8Array(await response.arrayBuffer());
}
