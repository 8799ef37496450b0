import { Skeleton } from '@/components/ui/skeleton';

/** Collections on their way: the size of what comes. */
export function CollectionListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="mt-2">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex min-h-15 items-center gap-3 border-b py-2 last:border-b-0 md:px-2">
          <Skeleton className="size-3 rounded-full" />
          <span className="flex-1">
            <Skeleton className="my-[3px] h-3.5 w-40" />
            <Skeleton className="my-[3px] h-3 w-64 max-w-full" />
          </span>
          <Skeleton className="h-3 w-8" />
        </div>
      ))}
    </div>
  );
}
