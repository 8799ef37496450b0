import { cn } from '@/lib/utils/cn';

/**
 * A color that a user chose; `color` is six hexadecimal digits, null for the neutral dot of items without a
 * color.
 */
export function ColorDot({ color, className }: { color: string | null; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={cn('dot', className)}
      style={color === null ? undefined : { ['--dot' as string]: `#${color}` }}
    />
  );
}
