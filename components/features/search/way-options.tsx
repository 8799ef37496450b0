import { optionProps, type SearchListProps } from '@/components/features/search/option-props';
import { optionKey } from '@/components/features/search/search-option';
import { WayText, wayIcon } from '@/components/features/search/way-text';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

/** The ways on among the options, as options. */
export function WayOptions(list: SearchListProps) {
  return list.options.map((option, index) =>
    option.kind === 'way' ? (
      <div
        key={optionKey(option)}
        {...optionProps(list, option, index)}
        className={cn(
          'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-muted touch:min-h-11',
          index === list.active && 'bg-accent',
        )}
      >
        <Icon name={wayIcon(option.way)} className="shrink-0 text-muted-foreground" />
        <span className="line-clamp-2 min-w-0 wrap-anywhere">
          <WayText way={option.way} />
        </span>
      </div>
    ) : null,
  );
}
