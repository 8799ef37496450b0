'use client';

import { useEffect, useRef, type PointerEvent } from 'react';
import { drag, type Crop } from '@/components/features/settings/account/crop';
import { drawCrop } from '@/components/features/settings/account/draw-crop';

interface CropViewProps {
  label: string;
  picture: ImageBitmap;
  crop: Crop;
  onChange: (crop: Crop) => void;
}

/** Sharp on dense screens at the size at which it is shown. */
const drawnEdge = 512;

/** The square as it will show, with the circle that is cut from it; it can be dragged. */
export function CropView({ label, picture, crop, onChange }: CropViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const before = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);

  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = before.current;
    if (!from) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    before.current = { x: event.clientX, y: event.clientY };
    onChange(
      drag(picture, crop, { x: (event.clientX - from.x) / width, y: (event.clientY - from.y) / height }),
    );
  };
  const end = () => {
    before.current = null;
  };
  return (
    <span className="relative mx-auto block size-60 overflow-hidden rounded-lg bg-muted">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        width={drawnEdge}
        height={drawnEdge}
        className="size-full cursor-grab touch-none active:cursor-grabbing"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          before.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_999px_rgb(0_0_0/0.5)] ring-2 ring-white"
      />
    </span>
  );
}
