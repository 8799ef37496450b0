import { useFormatter, useTranslations } from 'next-intl';
import { optionKey, optionProps, type SearchListProps } from '@/components/features/search/search-option';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

/** Collections or tags whose names match the text typed after the sign. */
export function NameOptions(list: SearchListProps) {
  const t = useTranslations('Search');
  const { number } = useFormatter();
  const [first] = list.options;
  const label = t(first?.kind === 'name' && first.sign === '#' ? 'withTag' : 'inCollection');
  return (
    <div role="listbox" id={list.id} aria-label={label} className="px-2 py-3">
      <p
        aria-hidden="true"
        className="flex h-7 items-center pl-2 text-caption font-medium text-muted-foreground"
      >
        {label}
      </p>
      {list.options.map((option, index) =>
        option.kind === 'name' ? (
          <div
            key={optionKey(option)}
            {...optionProps(list, option, index)}
            className={cn(
              'flex h-9 cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-muted touch:h-11',
              index === list.active && 'bg-accent',
            )}
          >
            {option.color === undefined ? (
              <Icon name="i-tag" className="text-muted-foreground" />
            ) : (
              <CollectionIcon
                collection={{
                  color: option.color ?? '',
                  icon: option.icon ?? null,
                  isDefault: option.color === null,
                }}
              />
            )}
            <span dir="auto" className="min-w-0 flex-1 truncate text-left">
              {option.name}
            </span>
            <span className="text-second text-muted-foreground tabular-nums">{number(option.count)}</span>
          </div>
        ) : null,
      )}
    </div>
  );
}
