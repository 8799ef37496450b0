import { useFormatter } from 'next-intl';
import type { OptionProps } from '@/components/features/search/option-props';
import type { SearchOption } from '@/components/features/search/search-option';
import type { CollectionSummary } from '@/lib/contract/schemas/collection';
import { cn } from '@/lib/utils/cn';

interface CollectionOptionProps {
  option: SearchOption;
  nameOf: (collection: CollectionSummary) => string;
  isActive: boolean;
  props: OptionProps;
}

/** A collection among the results: a card that leads to it, or a line that narrows the search to it. */
export function CollectionOption({ option, nameOf, isActive, props }: CollectionOptionProps) {
  const { number } = useFormatter();
  if (option.kind !== 'collection' && option.kind !== 'filter') return null;
  const { collection } = option;
  return (
    <div
      {...props}
      className={cn(
        'flex cursor-pointer items-center gap-3 rounded-md touch:min-h-11',
        option.kind === 'filter'
          ? 'h-9 px-2 hover:bg-muted'
          : 'h-10.5 border bg-card px-4 hover:border-input',
        isActive && 'border-primary/40 bg-accent',
      )}
    >
      <span
        className="dot"
        style={collection.isDefault ? undefined : { background: `#${collection.color}` }}
      />
      <span className="min-w-0 flex-1 truncate">{nameOf(collection)}</span>
      <span className="text-second text-muted-foreground tabular-nums">{number(collection.count)}</span>
    </div>
  );
}
