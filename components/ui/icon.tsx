import { cn } from '@/lib/utils/cn';

/**
 * A lucide icon drawn as a CSS mask in the current text color. `name` is a class that the stylesheet generates
 * on demand: write it out in full (`i-star`, `i-solid-star`), never concatenate it at run time.
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
