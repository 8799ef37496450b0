import type { CSSProperties } from 'react';
import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';
import { isLocked } from '@/components/entities/bookmark-text';
import { letterOf } from '@/components/entities/favicon';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Cover as CoverFile } from '@/lib/contract/covers';
import { cn } from '@/lib/utils/cn';

interface CoverProps {
  bookmark: Pick<Bookmark, 'uuid' | 'url' | 'domain' | 'encrypted' | 'cover'>;
  /** Width on the screen, as the `sizes` of an image. */
  sizes: string;
  /** Whether the placeholder may be a picture; the HTML of the server has its average color. */
  isDetailed: boolean;
  className?: string | undefined;
  /** URL of the picture, if it is not the call of the account. */
  source?: ((cover: CoverFile, width: 320 | 640) => string) | undefined;
}

/**
 * The picture of a bookmark; without one, its letter on the color of its site. Nothing is requested for an encrypted
 * one.
 */
export function Cover({ bookmark, sizes, isDetailed, className, source }: CoverProps) {
  const { uuid, domain, cover } = bookmark;
  if (isLocked(bookmark))
    return <DrawnCover className={cn('cover-quiet text-primary', className)} icon="i-lock" />;
  if (cover && !bookmark.encrypted) {
    const urlOf = source ?? ((file: CoverFile, width: 320 | 640) => coverUrl(uuid, file, width));
    return (
      <img
        className={cn('cover', className)}
        alt=""
        src={urlOf(cover, 640)}
        srcSet={`${urlOf(cover, 320)} 320w, ${urlOf(cover, 640)} 640w`}
        sizes={sizes}
        width={cover.width}
        height={cover.height}
        loading="lazy"
        decoding="async"
        draggable={false}
        style={placeholderOf(cover.thumbhash, isDetailed)}
      />
    );
  }
  if (!domain) return <DrawnCover className={cn('cover-quiet', className)} icon="i-globe" />;
  const { letter, color } = letterOf(domain);
  return (
    <span aria-hidden="true" className={cn('cover', className)} style={{ '--tile': color } as CSSProperties}>
      {letter}
    </span>
  );
}

const DrawnCover = ({ className, icon }: { className: string; icon: `i-${string}` }) => (
  <span aria-hidden="true" className={cn('cover', className)}>
    <span className={cn('icon', icon)} />
  </span>
);

/** The version is part of the URL, so that the response can be cached. */
const coverUrl = (uuid: string, { version }: CoverFile, width: 320 | 640): string =>
  `/v1/bookmarks/${uuid}/cover?size=${width}&version=${version}`;

const placeholders = new Map<string, CSSProperties>();
const placeholdersMax = 500;

/** Decoded once for each picture, since a card is rendered again and again while the list scrolls. */
function placeholderOf(thumbhash: string, isDetailed: boolean): CSSProperties {
  const key = `${isDetailed} ${thumbhash}`;
  const known = placeholders.get(key);
  if (known) return known;
  if (placeholders.size > placeholdersMax) placeholders.clear();
  const style = drawPlaceholder(thumbhash, isDetailed);
  placeholders.set(key, style);
  return style;
}

function drawPlaceholder(thumbhash: string, isDetailed: boolean): CSSProperties {
  const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
  if (isDetailed) return { background: `center / cover url(${thumbHashToDataURL(bytes)})` };
  const { r, g, b } = thumbHashToAverageRGBA(bytes);
  return { background: `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})` };
}
