import { Skeleton } from '@/components/ui/skeleton';

/** A row of the size of a space without a description. */
export const SpaceRowSkeleton = () => (
  <div className="flex min-h-18 items-center gap-3 border-b py-3">
    <Skeleton className="size-2.25 rounded-full!" />
    <span className="flex flex-1 flex-col gap-1.5">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-3.5 w-56" />
    </span>
    <Skeleton className="h-8 w-20" />
  </div>
);
