'use client';

import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

export const DropdownMenu = Radix.Root;
export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

const surface =
  'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-[calc(100vw-1.5rem)] overflow-y-auto ' +
  'rounded-lg border bg-popover p-1 text-popover-foreground shadow-float outline-none data-[state=open]:animate-rise';

const row =
  'group/item flex min-h-8 cursor-default items-center gap-2.5 rounded-sm px-2 py-1 text-body outline-none select-none ' +
  'data-highlighted:bg-muted data-disabled:opacity-55 touch:min-h-11';

export function DropdownMenuContent({
  className,
  sideOffset = 6,
  container,
  ...props
}: ComponentProps<typeof Radix.Content> & { container?: HTMLElement | null }) {
  return (
    <Radix.Portal {...(container ? { container } : {})}>
      <Radix.Content
        collisionPadding={12}
        {...props}
        sideOffset={sideOffset}
        className={cn(surface, className)}
      />
    </Radix.Portal>
  );
}

export function DropdownMenuItem({
  className,
  destructive = false,
  ...props
}: ComponentProps<typeof Radix.Item> & { destructive?: boolean }) {
  return <Radix.Item {...props} className={cn(row, destructive && 'text-destructive', className)} />;
}

const Mark = () => (
  <span className="ml-auto grid size-4 place-items-center">
    <Radix.ItemIndicator asChild>
      <Icon name="i-check" className="text-primary" />
    </Radix.ItemIndicator>
  </span>
);

export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem {...props} className={cn(row, className)}>
      {children}
      <Mark />
    </Radix.RadioItem>
  );
}

export function DropdownMenuCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem {...props} className={cn(row, className)}>
      {children}
      <Mark />
    </Radix.CheckboxItem>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return (
    <Radix.Label
      {...props}
      className={cn('px-2 pt-2 pb-1 text-caption font-medium text-muted-foreground', className)}
    />
  );
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator {...props} className={cn('-mx-1 my-1 h-px bg-border', className)} />;
}
