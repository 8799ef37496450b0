'use client';

import type { CSSProperties } from 'react';
import { Favicon } from '@/components/entities/favicon';
import type { ListLayout } from '@/lib/contract/views';
import { publicIconPath } from '@/lib/domain/public-address';
import { cn } from '@/lib/utils/cn';

/** The texts of a row. */
export interface PublicRow {
  title: string;
  /** Null unless it may be a link. */
  url: string | null;
  /** Empty for text that is not a web address. */
  domain: string;
  host: string;
  path: string;
  createdAt: string;
  short: string;
  full: string;
}

interface PublicRowsProps {
  label: string;
  /** Uuid of the collection. */
  collection: string;
  layout: ListLayout;
  hasDates: boolean;
  rows: readonly PublicRow[];
}

const rowHeight = {
  compact: { '--row-height': '2.75rem' } as CSSProperties,
  headlines: { '--row-height': '4rem' } as CSSProperties,
};

/**
 * The rows of a public page. A client component without any behavior: of a server component the page would contain
 * every element twice, as markup and as data for React, and of this one the texts.
 */
export function PublicRows({ label, collection, layout, hasDates, rows }: PublicRowsProps) {
  return (
    <ol
      aria-label={label}
      // A click anywhere in a row follows its link.
      className={cn(
        '-mx-2 mt-2.5 *:select-auto touch:mx-0 touch:*:pr-0 [&_.row-text]:static [&_a.row-title]:before:absolute [&_a.row-title]:before:inset-0',
        layout !== 'list' && `rows rows-${layout}`,
        !hasDates && 'no-date',
      )}
      style={layout === 'list' ? undefined : rowHeight[layout === 'compact' ? 'compact' : 'headlines']}
    >
      {rows.map((row, index) => (
        <Row key={index} row={row} collection={collection} last={index === rows.length - 1} />
      ))}
    </ol>
  );
}

interface RowProps {
  row: PublicRow;
  collection: string;
  last: boolean;
}

function Row({
  row: { title, url, domain, host, path, createdAt, short, full },
  collection,
  last,
}: RowProps) {
  return (
    <li className={last ? 'row after:opacity-0' : 'row'}>
      <Favicon
        host={domain}
        url={domain === '' ? null : url}
        source={publicIconPath({ uuid: collection }, domain)}
      />
      <div className="row-text">
        {url === null ? (
          <span className="row-title" dir="auto">
            {title}
          </span>
        ) : (
          <a className="row-title" dir="auto" href={url} target="_blank" rel="noopener ugc">
            {title}
          </a>
        )}
        <span className="row-address" dir="ltr">
          {host}
          {path && <span className="row-path">{path}</span>}
        </span>
      </div>
      <time className="row-date" dateTime={createdAt} title={full}>
        {short}
      </time>
    </li>
  );
}
