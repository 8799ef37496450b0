import { useFormatter } from 'next-intl';
import { collectionName, SpaceName } from '@/components/entities/collection-chip';
import { CollectionSign } from '@/components/entities/collection-sign';
import type { OptionProps } from '@/components/features/search/option-props';
import type { FoundSpace } from '@/components/features/search/search-option';
import type { CollectionSummary } from '@/lib/contract/schemas/collection';
import { cn } from '@/lib/utils/cn';

interface CollectionOptionProps {
  collection: CollectionSummary;
  space: FoundSpace | undefined;
  uncategorized: string;
  isActive: boolean;
  props: OptionProps;
}

/** A collection among the results: a card that leads to it. */
export function CollectionOption({
  collection,
  space,
  uncategorized,
  isActive,
  props,
}: CollectionOptionProps) {
  const { number } = useFormatter();
  return (
    <div
      {...props}
      className={cn(
        'flex h-10.5 cursor-pointer items-center gap-3 rounded-md border bg-card px-4 hover:border-input touch:min-h-11',
        isActive && 'border-primary/40 bg-accent',
      )}
    >
      <CollectionSign collection={collection} />
      <span className="min-w-0 flex-1 truncate">{collectionName(collection, uncategorized)}</span>
      <SpaceName name={space?.name} />
      <span className="text-second text-muted-foreground tabular-nums">{number(collection.count)}</span>
    </div>
  );
}
