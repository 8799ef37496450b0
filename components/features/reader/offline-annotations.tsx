'use client';
import '@/components/features/reader/reader.css';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useMemo, useState } from 'react';
import { EmptyState } from '@/components/common/empty-state';
import { PageHeader } from '@/components/common/page-header';
import { useDocumentTitle } from '@/components/common/use-document-title';
import { collectionName } from '@/components/entities/collection-chip';
import {
  AnnotationFilterBar,
  AnnotationSortMenu,
  any,
  everything,
  isNarrowed,
} from '@/components/features/reader/annotation-filters';
import { AnnotationPages } from '@/components/features/reader/annotation-pages';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Highlight } from '@/lib/contract/highlights';
import { filterAnnotations, withPages } from '@/lib/offline/offline-annotations';
import type { OfflineLibrary } from '@/lib/offline/offline-store';

/** Every page is a navigation without a network: the service worker responds to it. */
const libraryPath = '/';

interface OfflineAnnotationsProps {
  library: OfflineLibrary;
  /** Those of the texts on this device. */
  annotations: readonly Highlight[];
}

/** The annotations of the texts that are kept on this device, of all spaces. */
export function OfflineAnnotations({ library, annotations }: OfflineAnnotationsProps) {
  const t = useTranslations('Reader');
  const uncategorized = useTranslations('Offline')('uncategorized');
  useDocumentTitle(t('list.title'));
  const [filters, setFilters] = useState(everything);
  const { text, color, collection, tag, order } = useDeferredValue(filters);
  const all = useMemo(() => withPages(annotations, library), [annotations, library]);
  const shown = useMemo(
    () =>
      filterAnnotations(all, {
        query: text.trim(),
        color: color === any ? null : color,
        collection: collection === any ? null : collection,
        tag,
        order,
      }),
    [all, text, color, collection, tag, order],
  );
  // Only those that a row names: what a smart collection contains is not stored.
  const named = new Set(all.flatMap((one) => one.collections));
  const collections = library.spaces
    .flatMap((space) => space.collections)
    .filter(({ uuid }) => named.has(uuid))
    .map((one) => ({ uuid: one.uuid, name: collectionName(one, uncategorized) }));
  return (
    <div className="mt-5 pb-16">
      <PageHeader
        title={t('list.title')}
        detail={all.length > 0 ? t('list.count', { count: shown.length }) : null}
        actions={
          <>
            {all.length > 0 ? <AnnotationSortMenu filters={filters} onChange={setFilters} /> : null}
            <a href={libraryPath} className={buttonVariants({})}>
              <Icon name="i-chevron-left" />
              {t('backToLibrary')}
            </a>
          </>
        }
      />
      {all.length > 0 ? (
        <AnnotationFilterBar filters={filters} collections={collections} onChange={setFilters} />
      ) : null}
      {shown.length > 0 ? (
        <AnnotationPages
          annotations={shown}
          isOffline
          onTag={(name) => setFilters({ ...filters, tag: name })}
        />
      ) : (
        <EmptyState
          icon="i-highlighter"
          title={t(isNarrowed(filters) ? 'list.nothing' : 'list.offlineEmpty')}
          text={t(isNarrowed(filters) ? 'list.nothingText' : 'list.offlineEmptyText')}
        />
      )}
    </div>
  );
}
