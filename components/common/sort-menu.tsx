'use client';

import { Menu } from '@/components/common/menu';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

interface SortMenuProps<Sort extends string> {
  label: string;
  value: Sort;
  /** Called when the menu opens. */
  options: () => readonly { value: Sort; label: string }[];
  /** The current order, in as few words as fit on a button. */
  shown: string;
  onChange: (sort: Sort) => void;
  /** Shows only the icon, where a row of filters leaves no space. */
  compact?: boolean;
}

/** A button that shows the order of a list, and the menu that changes it. */
export function SortMenu<Sort extends string>({
  label,
  value,
  options,
  shown,
  onChange,
  compact = false,
}: SortMenuProps<Sort>) {
  return (
    <Menu
      label={label}
      labelled
      buttonClassName={buttonVariants(compact ? { size: 'icon' } : {})}
      entries={() => [
        {
          kind: 'choice',
          key: 'sort',
          value,
          options: options(),
          // The menu passes back one of the values that it was given.
          onValueChange: (sort) => onChange(sort as Sort),
        },
      ]}
    >
      <Icon name="i-arrow-down-wide-narrow" />
      <span className="sr-only">{label}: </span>
      <span className={compact ? 'sr-only' : undefined}>{shown}</span>
    </Menu>
  );
}
