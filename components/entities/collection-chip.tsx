import type { Route } from 'next';
import type { CSSProperties } from 'react';
import { AppLink } from '@/components/common/app-link';
import { cn } from '@/lib/utils/cn';

interface CollectionChipProps {
  name: string;
  /** Six hexadecimal digits; null for the neutral dot of the default collection. */
  color: string | null;
  href?: Route | undefined;
  className?: string | undefined;
}

/** Color dot and name; a link if the collection can be opened. */
export function CollectionChip({ name, color, href, className }: CollectionChipProps) {
  const props = {
    className: cn('chip', className),
    style: color === null ? undefined : ({ '--dot': `#${color}` } as CSSProperties),
    children: name,
    dir: 'auto',
  };
  return href === undefined ? <span {...props} /> : <AppLink {...props} href={href} prefetch={false} />;
}

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
