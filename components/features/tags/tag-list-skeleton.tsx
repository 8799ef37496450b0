import { Skeleton } from '@/components/ui/skeleton';

const widths = ['w-24', 'w-40', 'w-32', 'w-20', 'w-36'];

/** The field and the rows on their way, in the size of what comes. */
export function TagListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="mt-3">
      <Skeleton className="h-10 max-w-120 rounded-md" />
      <div className="mt-2">
        {Array.from({ length: 10 }, (_, index) => (
          <div key={index} className="flex h-12 items-center gap-3 border-b md:px-2">
            <Skeleton className="size-4" />
            <Skeleton className={`h-3.5 ${widths[index % widths.length]}`} />
          </div>
        ))}
      </div>
    </div>
  );
}
