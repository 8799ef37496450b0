import type { CSSProperties } from 'react';
import { letterTile } from '@/lib/domain/letter-tile';
import { cn } from '@/lib/utils/cn';

interface FaviconProps {
  /** Host without `www.`; empty for a link that is not of the web, or an address that is not typed yet. */
  host: string | null;
  /** A live url of the site whose icon is requested; null requests none and shows the letter. */
  url: string | null;
  /** Where the icon is, if not at the preview call of the account. */
  source?: string | undefined;
  className?: string | undefined;
}

/** The icon of a site in a fixed box; its letter where there is no icon, or none comes; a globe where there is no site. */
export function Favicon({ host, url, source, className }: FaviconProps) {
  if (!host) {
    return (
      <span aria-hidden="true" className={cn('tile tile-quiet', className)}>
        <span className="icon i-globe" />
      </span>
    );
  }
  const { letter, color } = letterTile(host);
  const look = { className: cn('tile', className), style: { '--tile': color } as CSSProperties };
  if (url === null) {
    return (
      <span aria-hidden="true" {...look}>
        {letter}
      </span>
    );
  }
  return (
    <img
      {...look}
      src={source ?? faviconSource(url)}
      alt=""
      width={28}
      height={28}
      loading="lazy"
      decoding="async"
      data-letter={letter}
    />
  );
}

/** Asked by origin: one answer serves every page of a site, and no path leaves the browser for a picture. */
export const faviconSource = (url: string): string =>
  `/v1/preview/favicon?url=${encodeURIComponent(URL.parse(url)?.origin ?? url)}`;

/** The tile of an encrypted bookmark: no icon is requested. */
export function LockTile({ className }: { className?: string | undefined }) {
  return (
    <span aria-hidden="true" className={cn('tile tile-lock', className)}>
      <span className="icon i-lock" />
    </span>
  );
}
