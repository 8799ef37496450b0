import type { Route } from 'next';
import Link from 'next/link';
import type { CSSProperties } from 'react';
import { cn } from '@/lib/utils/cn';

interface CollectionChipProps {
  name: string;
  /** Six hexadecimal digits; the contract admits nothing else. */
  color: string;
  href?: Route | undefined;
  className?: string | undefined;
}

/** Color dot and name; a link where the collection can be opened. */
export function CollectionChip({ name, color, href, className }: CollectionChipProps) {
  const props = {
    className: cn('chip', className),
    style: { '--dot': `#${color}` } as CSSProperties,
    children: name,
  };
  return href === undefined ? <span {...props} /> : <Link {...props} href={href} prefetch={false} />;
}

/** The name of a collection as the reader sees it: the default one is shown in the reader's language. */
export const collectionName = (
  collection: { name: string; isDefault: boolean },
  uncategorized: string,
): string => (collection.isDefault ? uncategorized : collection.name);
