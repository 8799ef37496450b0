import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/utils/cn';

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3'];

/** A row whose page is still on its way, in the row's own size. */
export function RowPlaceholder({ place, selected }: { place: number; selected: boolean }) {
  return (
    <div role="listitem" aria-busy="true" className={cn('row', selected && 'row-selected')}>
      <Skeleton className="size-7 rounded-tile" />
      <div className="row-text">
        <Skeleton className={`my-[3px] h-3.5 ${widths[place % widths.length]}`} />
        <Skeleton className="my-[3px] h-3 w-1/4" />
      </div>
      <Skeleton className="h-3 w-12" />
    </div>
  );
}
