import { cn } from '@/lib/utils/cn';

export const pillClass = (active: boolean): string =>
  cn(
    'inline-flex h-6.5 items-center rounded-full border px-2.5 text-small whitespace-nowrap transition-colors touch:hit',
    active
      ? 'border-foreground bg-card text-foreground'
      : 'border-border text-muted-foreground hover:border-input hover:text-foreground',
  );

/**
 * On a phone the row scrolls sideways instead of wrapping; negative margins extend it to the edge, and leave
 * room for the focus ring that a scroll container would clip. They are set on the inner box, so that
 * `className` can set margins.
 */
export const pillRowClass =
  'flex gap-1 touch:gap-2 overflow-x-auto py-2 -my-2 [scrollbar-width:none] touch:-mx-4 touch:px-4 touch:py-2.5 touch:-my-2.5';
