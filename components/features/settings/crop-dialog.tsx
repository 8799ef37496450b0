'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { FormAlert } from '@/components/common/form-alert';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { settingsMutations } from '@/lib/api/account-settings';
import { ApiProblem } from '@/lib/api/problem';
import { limits } from '@/lib/contract/limits';

/** What shows of a picture: a square around a point, as parts of the picture's own size. */
interface Crop {
  /** 0 is the left edge of what can be shown, 1 the right one. */
  readonly x: number;
  /** 0 is the top edge, 1 the bottom one. */
  readonly y: number;
  /** 1 shows as much as a square can. */
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const wholePicture: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const zoomMax = 4;

/** The square of the picture, in its own pixels. */
export function squareOf(
  { width, height }: Size,
  { x, y, zoom }: Crop,
): { left: number; top: number; edge: number } {
  const edge = Math.min(width, height) / zoom;
  return { left: (width - edge) * x, top: (height - edge) * y, edge };
}

const within = (value: number): number => Math.min(1, Math.max(0, value));

/** The crop after the picture was dragged; the way is in edges of the square, so that it follows the finger. */
export function drag(size: Size, crop: Crop, way: { x: number; y: number }): Crop {
  const { edge } = squareOf(size, crop);
  const part = (room: number) => (room > 0 ? edge / room : 0);
  return {
    ...crop,
    x: within(crop.x - way.x * part(size.width - edge)),
    y: within(crop.y - way.y * part(size.height - edge)),
  };
}

/** Twice what the service keeps, so that it has something to choose from. */
const sentEdge = limits.avatarEdge * 2;

/** Draws what shows of the picture over the whole canvas. */
function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, edge } = squareOf(picture, crop);
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, edge, edge, 0, 0, canvas.width, canvas.height);
}

/** What shows, as a file of its own: small whatever the camera made, and without what the camera noted. */
async function encodeCrop(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = sentEdge;
  drawCrop(canvas, picture, crop);
  // A browser that cannot write WebP writes PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  if (!blob) throw new Error('the picture could not be encoded');
  return blob;
}

interface CropViewProps {
  label: string;
  picture: ImageBitmap;
  crop: Crop;
  onChange: (crop: Crop) => void;
}

/** Sharp on dense screens at the size at which it is shown. */
const drawnEdge = 512;

/** The square as it will show, with the circle that is cut from it; it can be dragged. */
function CropView({ label, picture, crop, onChange }: CropViewProps) {
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

const sliders = [
  { name: 'zoom', min: 1, max: zoomMax },
  { name: 'x', min: 0, max: 1 },
  { name: 'y', min: 0, max: 1 },
] as const;

/** Chooses the square of a picture that stands for somebody, by dragging or by keys, and sends it. */
export function CropDialog({ picture, onClose }: { picture: ImageBitmap; onClose: () => void }) {
  const t = useTranslations('Settings.avatar');
  const [crop, setCrop] = useState<Crop>(wholePicture);
  const upload = useMutation(settingsMutations.updateAvatar());
  const save = async () => {
    const body = await encodeCrop(picture, crop);
    upload.mutate({ body }, { onSuccess: onClose });
  };
  const refusal = upload.error instanceof ApiProblem ? upload.error.message : '';
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={upload.isPending}>
        <DialogHeader title={t('cropTitle')} description={t('cropText')} />
        <DialogBody className="flex flex-col gap-4">
          <FormAlert text={upload.isError ? refusal || t('failed') : null} />
          <CropView label={t('preview')} picture={picture} crop={crop} onChange={setCrop} />
          <div className="flex flex-col gap-2">
            {sliders.map(({ name, min, max }) => (
              <label key={name} className="grid grid-cols-[9rem_1fr] items-center gap-3 text-second">
                {t(name)}
                <input
                  type="range"
                  min={min}
                  max={max}
                  step={0.01}
                  value={crop[name]}
                  onChange={(event) => setCrop({ ...crop, [name]: event.target.valueAsNumber })}
                  className="h-6 w-full accent-primary touch:h-11"
                />
              </label>
            ))}
          </div>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button className="touch:h-11">{t('cancel')}</Button>
          </DialogClose>
          <Button
            variant="primary"
            className="touch:h-11"
            pending={upload.isPending}
            onClick={() => void save()}
          >
            {t('save')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
