'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Route } from 'next';
import Link from 'next/link';
import { Fragment, type ReactNode } from 'react';
import { CollectionChip, collectionName } from '@/components/entities/collection-chip';
import { tagHref } from '@/components/entities/tag-href';
import { useRowDates } from '@/components/features/bookmarks/use-render-item';
import { Icon } from '@/components/ui/icon';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { parseTags } from '@/lib/domain/tags';
import { collectionQueries } from '@/lib/api/collections';

/** What is known of a bookmark, below its address. */
export function PreviewFacts({ bookmark }: { bookmark: Bookmark }) {
  const t = useTranslations('Preview');
  const dates = useRowDates();
  const { visits, lastAccessedAt, createdAt, description } = bookmark;
  const tags = parseTags(bookmark.tags);
  return (
    <div className="my-4 border-y py-3">
      {bookmark.broken ? (
        <p className="mb-3 flex items-start gap-2 text-second text-warning">
          <Icon name="i-unlink" className="mt-0.5 size-3.5" />
          {t('broken')}
        </p>
      ) : null}
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        <Fact name={t('collections')}>
          <Chips collections={bookmark.collections} />
        </Fact>
        {tags.length === 0 ? null : (
          <Fact name={t('tags')}>
            {tags.map((tag, index) => (
              <Fragment key={tag}>
                {index === 0 ? null : ', '}
                {bookmark.encrypted ? (
                  // The address of its list would say it.
                  tag
                ) : (
                  <Link href={tagHref(tag)} prefetch={false} className="wrap-anywhere hover:underline">
                    {tag}
                  </Link>
                )}
              </Fragment>
            ))}
          </Fact>
        )}
        <Fact name={t('saved')}>
          <time dateTime={createdAt} title={dates.full(createdAt)}>
            {dates.day(createdAt)}
          </time>
        </Fact>
        <Fact name={t('visited')}>
          {t('visits', {
            count: lastAccessedAt === null ? 0 : visits,
            date: lastAccessedAt === null ? '' : dates.day(lastAccessedAt),
          })}
        </Fact>
      </dl>
      {description ? (
        <p className="mt-3 text-body text-pretty wrap-anywhere whitespace-pre-line">
          <span className="sr-only">{t('description')}: </span>
          {description}
        </p>
      ) : null}
    </div>
  );
}

function Chips({ collections }: Pick<Bookmark, 'collections'>) {
  const t = useTranslations('Preview');
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  return (
    <span className="flex flex-wrap gap-1">
      {collections.map(({ uuid, name, color }) => {
        const isDefault = uuid === defaultCollection;
        return (
          <CollectionChip
            key={uuid}
            name={collectionName({ name, isDefault }, t('uncategorized'))}
            color={isDefault ? null : color}
            href={`/collections/${uuid}` as Route}
            className="touch:h-7 touch:leading-7"
          />
        );
      })}
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-small text-muted-foreground">{name}</dt>
      <dd className="min-w-0 text-small font-medium">{children}</dd>
    </>
  );
}
