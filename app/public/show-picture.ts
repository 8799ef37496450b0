import type { Show } from '@/app/public/answer-visit';
import { collectionView } from '@/app/public/collection-view';
import type { Picture } from '@/lib/public-page/picture/draw-picture';
import { nothingAllowed } from '@/lib/public-page/respond';
import { RecentMap } from '@/lib/utils/recent-map';

// A picture is made of nothing but these few texts, so it may be kept by them.
const drawn = new RecentMap<string, Promise<Uint8Array<ArrayBuffer>>>(50);

/** The picture of a collection, for where its address is posted. */
export const showPicture: Show = async (page, asked, visit) => {
  const { name, owner, count, listed } = collectionView(page, { ...asked, q: '', page: 1 }, visit);
  const { words } = visit.look;
  const picture: Picture = {
    product: words('product'),
    badge: words('badge'),
    name,
    owner: owner.name,
    initials: owner.initials,
    links: words('links', { count }),
    color: page.collection.color,
  };
  return {
    status: 200,
    type: 'image/png',
    body: await draw(picture),
    contentPolicy: nothingAllowed,
    indexed: listed,
    // Pages of other origins show it.
    headers: { 'cross-origin-resource-policy': 'cross-origin' },
  };
};

function draw(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const key = JSON.stringify(picture);
  const known = drawn.get(key);
  if (known) return known;
  // The drawing library is large, and needed only here.
  const made = import('@/lib/public-page/picture/draw-picture').then(({ drawPicture }) =>
    drawPicture(picture),
  );
  drawn.set(key, made);
  made.catch(() => drawn.delete(key));
  return made;
}
