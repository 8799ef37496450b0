import { cn } from '@/lib/utils/cn';

/** A color that a person chose; `color` is six hexadecimal digits, null the quiet dot of what has none. */
export function ColorDot({ color, className }: { color: string | null; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={cn('dot', className)}
      style={color === null ? undefined : { ['--dot' as string]: `#${color}` }}
    />
  );
}
