import { cn } from '@/lib/utils/cn';

/**
 * A lucide icon drawn as a CSS mask in the color of the text around it. `name` is a class that the stylesheet makes on
 * demand: write it out whole (`i-star`, `i-solid-star`), never put it together at run time.
 */
export function Icon({
  name,
  className,
}: {
  name: `i-${string}` | undefined;
  className?: string | undefined;
}) {
  return <span aria-hidden="true" className={cn('icon', name, className)} />;
}
