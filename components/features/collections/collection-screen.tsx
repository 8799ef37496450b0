'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Suspense, type ReactNode } from 'react';
import { Menu } from '@/components/common/menu';
import { onDemand } from '@/components/common/on-demand';
import { PageHeader } from '@/components/common/page-header';
import { useDocumentTitle } from '@/components/common/use-document-title';
import { collectionName } from '@/components/entities/collection-chip';
import { CollectionCover } from '@/components/entities/collection-cover';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { useCollectionEntries } from '@/components/features/collections/collection-entries';
import { openCollectionDialog } from '@/components/features/collections/collection-store';
import { Badge } from '@/components/ui/badge';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { accountQueries } from '@/lib/api/account';
import { collectionQueries } from '@/lib/api/collections';
import type { Collection } from '@/lib/contract/collections';
import { sortQuery } from '@/lib/domain/sort';

// Parsing the query needs the code of its grammar, which no other part of the screen uses.
const RuleSentence = onDemand(() =>
  import('@/components/features/collections/rule-sentence').then((module) => module.RuleSentence),
);

/** The rules of a smart collection as text, and the button to edit them. */
function SmartSummary({ collection, query }: { collection: Collection; query: string }) {
  const t = useTranslations('Collections.smart');
  return (
    <div className="mt-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-second text-muted-foreground">
      <Suspense fallback={<p>{query}</p>}>
        <RuleSentence query={query} />
      </Suspense>
      <Button
        variant="link"
        size="inline"
        className="text-second"
        onClick={() => openCollectionDialog({ kind: 'edit', collection })}
      >
        {t('editRules')}
      </Button>
    </div>
  );
}

interface CollectionScreenProps {
  uuid: string;
  /** Number of its rows that the service does not return. */
  added?: number;
  /** Sort and add buttons, provided by the bookmarks feature. */
  tools: ReactNode;
  /** The rows. */
  children: ReactNode;
}

/** One collection with its description and actions; its rows are passed as children. */
export function CollectionScreen({ uuid, added = 0, tools, children }: CollectionScreenProps) {
  const t = useTranslations('Collections');
  const entriesOf = useCollectionEntries();
  const { data: sort = 'created_at-DESC' } = useQuery(accountQueries.bookmarkSort());
  const { data: collection } = useQuery({
    ...collectionQueries.page(uuid, sortQuery(sort), 1),
    select: (page) => page.collection,
  });
  useDocumentTitle(collection ? collectionName(collection, t('uncategorized')) : null);
  return (
    <div
      className="px-4 pt-4 md:px-5 md:pt-5"
      data-drop-collection={collection?.smart ? undefined : uuid}
      data-drop-name={collection && collectionName(collection, t('uncategorized'))}
    >
      <PageHeader
        className={collection?.cover ? 'md:py-3' : undefined}
        title={collection ? <Name collection={collection} /> : <Skeleton className="h-6 w-48" />}
        detail={collection ? t('bookmarkCount', { count: collection.count + added }) : null}
        actions={
          <>
            {collection?.security === 1 ? (
              <Badge tone="outline">
                <Icon name="i-globe" className="size-3.5" />
                {t('publicShort')}
              </Badge>
            ) : null}
            {collection ? (
              <Button onClick={() => openCollectionDialog({ kind: 'share', collection })}>
                <Icon name="i-share-2" />
                <span className="max-md:sr-only">{t('share')}</span>
              </Button>
            ) : null}
            {collection ? (
              <Menu
                label={t('more')}
                buttonClassName={buttonVariants({ size: 'icon' })}
                entries={() => entriesOf(collection)}
              >
                <Icon name="i-ellipsis" />
              </Menu>
            ) : null}
            {tools}
          </>
        }
      />
      {collection?.description ? (
        <p
          dir="auto"
          className="mt-1 max-w-160 font-serif-text max-md:mt-3 text-reader tracking-[-0.01em] text-pretty text-muted-foreground"
        >
          {collection.description}
        </p>
      ) : null}
      {collection?.smart ? <SmartSummary collection={collection} query={collection.smart.query} /> : null}
      <div className="mt-2">{children}</div>
    </div>
  );
}

function Name({ collection }: { collection: Collection }) {
  const t = useTranslations('Collections');
  return (
    <span className="inline-flex max-w-full items-baseline gap-2.5">
      <CollectionCover
        collection={collection}
        sizes="84px"
        // No higher than the line of the title, whose baseline is that of the header.
        className="me-1 h-8 w-12 self-center rounded-md md:-my-3 md:h-14 md:w-21"
      />
      <CollectionIcon collection={collection} smartLabel={t('smart.sign')} size="title" />
      <span className="min-w-0">{collectionName(collection, t('uncategorized'))}</span>
    </span>
  );
}
