import { ColorDot } from '@/components/common/color-dot';
import { cn } from '@/lib/utils/cn';

interface CollectionIconProps {
  collection: { readonly color: string; readonly isDefault: boolean; readonly smart: unknown };
  /** Accessible label of a smart collection; absent if the text beside it conveys that. */
  smartLabel?: string | undefined;
  className?: string | undefined;
}

/** The dot of a collection in its color; a smart one has a funnel instead. */
export function CollectionIcon({ collection, smartLabel, className }: CollectionIconProps) {
  if (!collection.smart) {
    return <ColorDot color={collection.isDefault ? null : collection.color} className={className} />;
  }
  return (
    <span
      {...(smartLabel === undefined
        ? { 'aria-hidden': true }
        : { role: 'img', 'aria-label': smartLabel, title: smartLabel })}
      className={cn('icon i-funnel size-3.5 shrink-0', className)}
      style={{ color: `#${collection.color}` }}
    />
  );
}
