import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { ButtonBase } from '@/components/ui/button-base';
import { Spinner } from '@/components/ui/spinner';
import { cn } from '@/lib/utils/cn';

/** Classes of a button, also for links: `<Link className={buttonVariants({ variant: 'outline' })}>`. */
export const buttonVariants = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap select-none ' +
    'transition-[background-color,color,border-color] touch:hit disabled:opacity-55 aria-disabled:cursor-default',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground hover:bg-primary-hover disabled:bg-primary',
        outline:
          'border border-input bg-card text-foreground hover:bg-muted disabled:bg-card [&.text-muted]:text-muted-foreground',
        ghost: 'text-muted-foreground hover:bg-muted hover:text-foreground disabled:bg-transparent',
        destructive: 'border border-destructive/40 bg-card text-destructive hover:bg-destructive/8',
        link: 'text-primary underline-offset-4 hover:text-primary-hover hover:underline',
      },
      size: {
        sm: 'h-7 px-2.5 text-small',
        md: 'h-8 px-3 text-body',
        lg: 'h-10 px-4 text-body',
        icon: 'size-8 text-body',
        inline: 'text-body',
      },
    },
    defaultVariants: { variant: 'outline', size: 'md' },
  },
);

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    /** Whether work is in progress: the button keeps its size and the focus, and ignores further presses. */
    pending?: boolean | undefined;
  };

export function Button({
  variant,
  size,
  pending = false,
  type = 'button',
  className,
  onClick,
  children,
  ...props
}: ButtonProps) {
  return (
    <ButtonBase
      {...props}
      type={pending ? 'button' : type}
      aria-busy={pending || undefined}
      aria-disabled={pending || props['aria-disabled']}
      onClick={pending ? undefined : onClick}
      className={cn(buttonVariants({ variant, size }), className)}
    >
      {pending ? (
        <>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
        </>
      ) : (
        children
      )}
    </ButtonBase>
  );
}
