import type { Route } from 'next';
import type { CSSProperties } from 'react';
import { AppLink } from '@/components/common/app-link';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { cn } from '@/lib/utils/cn';

interface CollectionChipProps {
  name: string;
  /** Six hexadecimal digits; null for the neutral dot of the default collection. */
  color: string | null;
  /** An emoji, or the name of a lucide icon; null for the dot. */
  icon: string | null;
  href?: Route | undefined;
  className?: string | undefined;
}

type ChipCollection = Pick<CollectionChipProps, 'name' | 'color' | 'icon'>;

/** Icon or color dot, and name; a link if the collection can be opened. */
export function CollectionChip({ href, className, ...collection }: CollectionChipProps) {
  const props = { ...chipProps(collection, className), children: <ChipContent {...collection} /> };
  return href === undefined ? <span {...props} /> : <AppLink {...props} href={href} prefetch={false} />;
}

/** The properties of a chip's element. */
export const chipProps = ({ color, icon }: ChipCollection, className?: string) => ({
  dir: 'auto',
  className: cn('chip', icon !== null && 'chip-marked', className),
  style: color === null ? undefined : ({ '--dot': `#${color}` } as CSSProperties),
});

/** What is in it: the stylesheet draws the dot. */
export const ChipContent = ({ name, color, icon }: ChipCollection) => (
  <>
    {icon === null ? null : (
      <CollectionIcon collection={{ color: color ?? '', icon, isDefault: color === null }} size="chip" />
    )}
    {name}
  </>
);

/** Name of the space of an item that is not in the current one. */
export const SpaceName = ({ name }: { name: string | undefined }) =>
  name === undefined ? null : (
    <span dir="auto" className="chip chip-space">
      {name}
    </span>
  );

/** Returns the displayed name of a collection: the default one is named in the user's language. */
export const collectionName = (
  collection: { name: string; isDefault: boolean },
  uncategorized: string,
): string => (collection.isDefault ? uncategorized : collection.name);
