import type { Collection } from '@/lib/contract/collections';
import { cn } from '@/lib/utils/cn';

interface CollectionCoverProps {
  collection: Pick<Collection, 'uuid' | 'cover'>;
  /** Width on the screen, as the `sizes` of an image. */
  sizes: string;
  className: string;
  /** URL of a width, if it is not the call of the account. */
  source?: ((width: 320 | 640) => string) | undefined;
}

/** The picture of a collection, in a box whose size its class sets; nothing without one. */
export function CollectionCover({
  collection: { uuid, cover },
  sizes,
  className,
  source,
}: CollectionCoverProps) {
  if (cover === null) return null;
  const { bookmark, version } = cover;
  const owner = bookmark === null ? `collections/${uuid}` : `bookmarks/${bookmark}`;
  const urlOf = source ?? ((width: 320 | 640) => `/v1/${owner}/cover?size=${width}&version=${version}`);
  return (
    <img
      className={cn('flex-none bg-muted object-cover', className)}
      alt=""
      src={urlOf(640)}
      srcSet={`${urlOf(320)} 320w, ${urlOf(640)} 640w`}
      sizes={sizes}
      width={cover.width}
      height={cover.height}
      decoding="async"
      draggable={false}
    />
  );
}
