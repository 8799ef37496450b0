import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { Place } from '@/components/common/sortable/place';
import { findRow } from '@/components/common/sortable/rows';
import { cn } from '@/lib/utils/cn';

/** The line at the drop position, rendered in the row next to it; nothing while that row is not in the document. */
export function DropLine({ list, place }: { list: HTMLElement | null; place: Place }) {
  const row = useSyncExternalStore(
    onScroll,
    () => findRow(list, 'after' in place ? place.after : place.before),
    () => null,
  );
  if (row === null) return null;
  return createPortal(
    <div
      aria-hidden="true"
      className={cn(
        'pointer-events-none absolute inset-x-0 z-5 h-0.5 rounded-full bg-primary before:absolute before:-top-[3px] before:-left-1 before:size-2 before:rounded-full before:border-2 before:border-primary before:bg-background',
        'after' in place ? '-bottom-px' : '-top-px',
      )}
    />,
    row,
  );
}

/** A virtual list renders other rows after the page has been scrolled. */
function onScroll(onChange: () => void): () => void {
  const later = () => requestAnimationFrame(onChange);
  window.addEventListener('scroll', later, { passive: true });
  return () => window.removeEventListener('scroll', later);
}
