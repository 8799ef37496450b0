'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { collectionName } from '@/components/entities/collection-chip';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { PillChoice } from '@/components/ui/pill-choice';
import { Select } from '@/components/ui/select';
import { collectionQueries } from '@/lib/api/collections';
import { highlightColors } from '@/lib/contract/highlight-colors';

/** No filter. */
export const any = 'any';

export interface AnnotationFilters {
  readonly text: string;
  readonly color: (typeof highlightColors)[number] | typeof any;
  /** Uuid, or `any`. */
  readonly collection: string;
  /** Null for any, also for none. */
  readonly tag: string | null;
  readonly order: 'ASC' | 'DESC';
}

export const everything: AnnotationFilters = {
  text: '',
  color: any,
  collection: any,
  tag: null,
  order: 'DESC',
};

export interface FilterProps {
  filters: AnnotationFilters;
  onChange: (filters: AnnotationFilters) => void;
}

/** What a list of annotations is narrowed to. */
export function AnnotationFilterBar({ filters, onChange }: FilterProps) {
  const t = useTranslations('Reader');
  const { data: collections = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
  });
  const shell = useTranslations('Shell');
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2.5">
      <Input
        type="search"
        value={filters.text}
        aria-label={t('list.search')}
        placeholder={t('list.search')}
        className="h-9 w-full sm:w-72 touch:h-11"
        onChange={({ target }) => onChange({ ...filters, text: target.value })}
      />
      <Select
        aria-label={t('list.collection')}
        value={filters.collection}
        options={[
          { value: any, label: t('list.allCollections') },
          ...collections.map((one) => ({
            value: one.uuid,
            label: <span dir="auto">{collectionName(one, shell('uncategorized'))}</span>,
          })),
        ]}
        className="h-9 w-full sm:w-52 touch:h-11"
        onValueChange={(collection) => onChange({ ...filters, collection })}
      />
      <PillChoice
        label={t('list.colorFilter')}
        isFilter
        className="max-w-full min-w-0"
        value={filters.color}
        options={[
          { value: any, label: t('list.allColors') },
          ...highlightColors.map((value) => ({ value, label: t(`color.${value}`) })),
        ]}
        onValueChange={(color) => onChange({ ...filters, color: color })}
      />
      {filters.tag === null ? null : (
        <Button
          aria-label={t('list.anyTag', { name: filters.tag })}
          title={t('list.anyTag', { name: filters.tag })}
          className="max-w-full touch:h-11"
          onClick={() => onChange({ ...filters, tag: null })}
        >
          <span dir="auto" className="truncate">
            #{filters.tag}
          </span>
          <Icon name="i-x" className="size-3.5" />
        </Button>
      )}
    </div>
  );
}
