import type { CSSProperties } from 'react';
import { letterTile } from '@/lib/domain/letter-tile';
import { cn } from '@/lib/utils/cn';

/** The letter of a site and its color. A second module that imports the rule would copy it into the first load. */
export const letterOf = letterTile;

interface FaviconProps {
  /** Host without `www.`; empty for a link that is not a web link, or an address that is not typed yet. */
  host: string | null;
  /** A live URL of the site whose icon is requested; null requests none and shows the letter. */
  url: string | null;
  /** URL of the icon, if not the preview call of the account. */
  source?: string | undefined;
  className?: string | undefined;
}

/**
 * The icon of a site in a fixed box; its letter if there is no icon or it fails to load; a globe if there is no
 * site.
 */
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

/** Requested by origin: one response serves every page of a site, and no path leaves the browser for an icon. */
const faviconSource = (url: string): string =>
  `/v1/preview/favicon?url=${encodeURIComponent(URL.parse(url)?.origin ?? url)}`;

/** The tile of an encrypted bookmark: no icon is requested. */
export function LockTile({ className }: { className?: string | undefined }) {
  return (
    <span aria-hidden="true" className={cn('tile tile-lock', className)}>
      <span className="icon i-lock" />
    </span>
  );
}
