import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

/** Only for operations that the user started and whose result cannot be shown at once. */
export function Spinner({ className }: { className?: string }) {
  return <Icon name="i-loader-circle" className={cn('animate-spin', className)} />;
}
