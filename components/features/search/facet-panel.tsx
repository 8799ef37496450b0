'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMedia } from '@/components/common/use-media';
import { FacetList } from '@/components/features/search/facet-list';
import type { PageSearch } from '@/components/features/search/use-page-search';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { searchQueries } from '@/lib/queries/search';

/** What the results can be narrowed to: a column where there is room, a sheet elsewhere. */
export function FacetPanel({ page }: { page: PageSearch }) {
  const t = useTranslations('Search');
  const isWide = useMedia('(width >= 64rem)');
  const [isOpen, setOpen] = useState(false);
  const { pagination, localTotal = 0 } = page.result ?? {};
  // What only this device can find stands in no facet.
  if (page.isCurrent && pagination?.total === localTotal) return null;
  return (
    <>
      <aside
        aria-label={t('facets.label')}
        className="sticky top-16 max-h-[calc(100dvh-5rem)] w-52 shrink-0 overflow-y-auto pb-4 max-lg:hidden"
      >
        <Facets page={page} enabled={isWide} />
      </aside>
      <Button className="mb-2 touch:h-11 lg:hidden" onClick={() => setOpen(true)}>
        <Icon name="i-list-filter" />
        {t('facets.open')}
      </Button>
      <Dialog open={isOpen && !isWide} onOpenChange={setOpen}>
        <DialogContent closeLabel={t('close')} aria-describedby={undefined}>
          <DialogHeader title={t('facets.label')} />
          <DialogBody>
            <Facets page={page} enabled={isOpen} />
          </DialogBody>
          <DialogFooter>
            <Button variant="primary" onClick={() => setOpen(false)}>
              {t('facets.done')}
            </Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    </>
  );
}

function Facets({ page, enabled }: { page: PageSearch; enabled: boolean }) {
  const t = useTranslations('Search');
  const { data, isError, refetch } = useQuery({
    ...searchQueries.facets(page.filter),
    enabled,
    placeholderData: keepPreviousData,
  });
  if (data) {
    return (
      <>
        <FacetList page={page} facets={data} />
        <LocalHits count={page.result?.localTotal ?? 0} />
      </>
    );
  }
  if (!isError) return <FacetSkeleton />;
  return (
    <div role="alert" className="flex flex-col items-start gap-2 py-2 text-second text-muted-foreground">
      {t('facets.failed')}
      <Button size="sm" onClick={() => void refetch()}>
        {t('retry')}
      </Button>
    </div>
  );
}

/** What the counts leave out. */
function LocalHits({ count }: { count: number }) {
  const t = useTranslations('Search');
  return count === 0 ? null : (
    <p className="mt-3 px-2 text-caption text-pretty text-muted-foreground">{t('facets.local', { count })}</p>
  );
}

function FacetSkeleton() {
  return [4, 5, 3].map((rows) => (
    <div key={rows} className="mb-5">
      <Skeleton className="my-2 h-3 w-20" />
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="my-2.5 h-3.5 w-full" />
      ))}
    </div>
  ));
}
