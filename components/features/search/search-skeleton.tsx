import { Skeleton } from '@/components/ui/skeleton';

/** Results on their way: the size of what comes. */
export function SearchSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="px-2 pt-2 pb-3">
      <Skeleton className="mx-2 my-2 h-3 w-24" />
      {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
        <div key={width} className="row">
          <Skeleton className="size-7 rounded-tile" />
          <div className="row-text">
            <Skeleton className={`my-[3px] h-3.5 ${width}`} />
            <Skeleton className="my-[3px] h-3 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  );
}
