'use client';

import { useTranslations } from 'next-intl';
import { SortMenu } from '@/components/common/sort-menu';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { PillChoice } from '@/components/ui/pill-choice';
import { Select } from '@/components/ui/select';
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

/** Whether filters leave annotations out. */
export const isNarrowed = ({ text, color, collection, tag }: AnnotationFilters): boolean =>
  text.trim() !== '' || color !== any || collection !== any || tag !== null;

interface FilterBarProps extends FilterProps {
  collections: readonly { readonly uuid: string; readonly name: string }[];
}

/** What a list of annotations is narrowed to. */
export function AnnotationFilterBar({ filters, collections, onChange }: FilterBarProps) {
  const t = useTranslations('Reader');
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
          ...collections.map(({ uuid, name }) => ({ value: uuid, label: <span dir="auto">{name}</span> })),
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

export function AnnotationSortMenu({ filters, onChange }: FilterProps) {
  const t = useTranslations('Reader');
  const orders = { DESC: t('list.newest'), ASC: t('list.oldest') };
  return (
    <SortMenu
      label={t('list.sort')}
      value={filters.order}
      options={() => (['DESC', 'ASC'] as const).map((value) => ({ value, label: orders[value] }))}
      shown={orders[filters.order]}
      onChange={(order) => onChange({ ...filters, order })}
    />
  );
}
