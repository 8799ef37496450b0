'use client';

import { useTranslations } from 'next-intl';
import type { KeyboardEvent, PointerEvent } from 'react';
import { previewWidths } from '@/components/features/bookmarks/preview/use-preview-width';

const step = 24;

/** The edge of the panel, which is drawn with the pointer or moved by the arrow keys. */
export function PreviewEdge({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const t = useTranslations('Preview');
  const handlePointerMove = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) {
      onWidth(document.documentElement.clientWidth - event.clientX);
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: width + step,
      ArrowRight: width - step,
      Home: previewWidths.max,
      End: previewWidths.min,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onWidth(to);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('resize')}
      aria-valuenow={width}
      aria-valuemin={previewWidths.min}
      aria-valuemax={previewWidths.max}
      className="absolute inset-y-0 -left-1 w-2 cursor-col-resize touch-none hover:bg-primary/20 focus-visible:bg-primary/30"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={handlePointerMove}
      onDoubleClick={() => onWidth(previewWidths.usual)}
      onKeyDown={handleKeyDown}
    />
  );
}
