'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { collectionName } from '@/components/entities/collection-chip';
import { CollectionSign } from '@/components/entities/collection-sign';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { collectionQueries } from '@/lib/queries/collections';

/** The collection that a search is narrowed to, and the way out of it. */
export function NarrowedTo({ collection, onClear }: { collection: string; onClear: () => void }) {
  const t = useTranslations('Search');
  const { data: found } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content.find((one) => one.uuid === collection),
  });
  if (found === undefined) return null;
  const name = collectionName(found, t('uncategorized'));
  return (
    <p className="mt-3 flex items-center gap-2 text-small text-muted-foreground">
      {t('inCollection')}
      <span className="inline-flex h-7 items-center gap-1.5 rounded-sm bg-accent pl-2 text-foreground">
        <CollectionSign collection={found} />
        {name}
        <ButtonBase
          aria-label={t('removeFilter', { name })}
          className="grid size-7 place-items-center text-muted-foreground hover:text-foreground touch:hit"
          onClick={onClear}
        >
          <Icon name="i-x" className="size-3.5" />
        </ButtonBase>
      </span>
    </p>
  );
}
