'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Import } from '@/lib/contract/schemas/import';

type NewCollection = Import['newCollections'][number];

const shownFirst = 8;

/** The collections that the folders become, the fullest first, each with a bar as long as it is full. */
export function NewCollections({ collections }: { collections: readonly NewCollection[] }) {
  const t = useTranslations('ImportExport');
  const { number } = useFormatter();
  const [showsAll, setShowsAll] = useState(false);
  const sorted = [...collections].sort((a, b) => b.count - a.count);
  const most = Math.max(1, sorted[0]?.count ?? 1);
  const shown = showsAll ? sorted : sorted.slice(0, shownFirst);
  return (
    <>
      <ol
        className="max-h-96 overflow-y-auto overscroll-contain [scrollbar-width:thin]"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
        tabIndex={showsAll ? 0 : undefined}
        aria-label={showsAll ? t('collectionsTitle', { count: collections.length }) : undefined}
      >
        {shown.map(({ name, count, isPublic }, index) => (
          <li
            key={index}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-3 py-1"
          >
            <span className="flex min-w-0 items-center gap-1.5">
              <span className="truncate" title={name}>
                {name}
              </span>
              {isPublic ? <Badge tone="outline">{t('collectionPublic')}</Badge> : null}
            </span>
            <span aria-hidden="true" className="h-2 rounded-full bg-muted">
              <span
                className="block h-full min-w-1 rounded-full bg-primary/55"
                style={{ width: `${(count / most) * 100}%` }}
              />
            </span>
            <span className="min-w-9 text-right text-second text-muted-foreground tabular-nums">
              {number(count)}
            </span>
          </li>
        ))}
      </ol>
      {sorted.length > shownFirst ? (
        <Button
          variant="ghost"
          size="sm"
          className="mt-1 -ml-2.5"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {t(showsAll ? 'collectionsFewer' : 'collectionsAll', { count: sorted.length })}
        </Button>
      ) : null}
    </>
  );
}
