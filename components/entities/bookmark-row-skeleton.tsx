import { Skeleton } from '@/components/ui/skeleton';

// Widths that look like titles; fixed, so that server and browser draw the same.
const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3'];

/** Rows on their way: the size of what comes. */
export function BookmarkRowSkeleton({ count, label }: { count: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="row">
          <Skeleton className="size-7 rounded-tile" />
          <div className="row-text">
            <Skeleton className={`my-[3px] h-3.5 ${widths[index % widths.length]}`} />
            <Skeleton className="my-[3px] h-3 w-1/4" />
          </div>
          <Skeleton className="h-3 w-12" />
        </div>
      ))}
    </div>
  );
}
