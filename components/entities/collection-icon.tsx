import { ColorDot } from '@/components/common/color-dot';
import { cn } from '@/lib/utils/cn';

/** Classes of the dot and of an icon, for the sizes of lists. */
const sizes = {
  small: { dot: '', icon: 'size-3.5 text-[0.8125rem]' },
  side: { dot: 'mx-[3.5px]', icon: 'mx-px size-3.5 text-[0.8125rem]' },
  chip: { dot: '', icon: 'me-1.5 size-3 align-[-0.125em] text-[0.75rem]' },
  row: { dot: 'size-3', icon: '-mx-0.5 size-4 text-[0.9375rem]' },
  title: { dot: 'size-3 self-center', icon: 'size-5 self-center text-[1.1875rem]' },
  public: { dot: '', icon: 'me-3 size-9 align-[-0.14em] text-[2rem] max-md:size-7 max-md:text-[1.625rem]' },
} as const;

interface CollectionIconProps {
  collection: {
    /** Six hexadecimal digits. */
    readonly color: string;
    /** An emoji, or the name of a lucide icon. */
    readonly icon: string | null;
    readonly isDefault?: boolean;
    readonly smart?: unknown;
  };
  /** Accessible label of a smart collection; absent if the text beside it conveys that. */
  smartLabel?: string | undefined;
  size?: keyof typeof sizes;
}

/** The icon of a collection; without one, the dot in its color, and a funnel for a smart one. */
export function CollectionIcon({ collection, smartLabel, size = 'small' }: CollectionIconProps) {
  const { color, icon, isDefault, smart } = collection;
  const name = icon ?? (smart ? 'funnel' : null);
  if (name === null) return <ColorDot color={isDefault ? null : color} className={sizes[size].dot} />;
  const isNamed = /^[a-z]/.test(name);
  return (
    <span
      {...(smart && smartLabel !== undefined
        ? { role: 'img', 'aria-label': smartLabel, title: smartLabel }
        : { 'aria-hidden': true })}
      // The stylesheet has the classes of all icons that can be chosen: see collectionIcons.
      className={cn(isNamed ? `icon i-${name}` : 'emoji', sizes[size].icon)}
      style={isNamed && !isDefault ? { color: `#${color}` } : undefined}
    >
      {isNamed ? null : name}
    </span>
  );
}
