'use client';

import { Menu } from '@/components/common/menu';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

interface SortMenuProps<Sort extends string> {
  label: string;
  value: Sort;
  /** Asked for when the menu opens. */
  options: () => readonly { value: Sort; label: string }[];
  /** The order in force, in as few words as a button has room for. */
  shown: string;
  onChange: (sort: Sort) => void;
}

/** A button that says in which order a list stands, and the menu that changes it. */
export function SortMenu<Sort extends string>({
  label,
  value,
  options,
  shown,
  onChange,
}: SortMenuProps<Sort>) {
  return (
    <Menu
      label={label}
      labelled
      buttonClassName={buttonVariants({})}
      entries={() => [
        {
          kind: 'choice',
          key: 'sort',
          value,
          options: options(),
          // The menu hands back one of the values that it was given.
          onValueChange: (sort) => onChange(sort as Sort),
        },
      ]}
    >
      <Icon name="i-arrow-down-wide-narrow" />
      <span className="sr-only">{label}: </span>
      {shown}
    </Menu>
  );
}
