'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import Cropper, { type Point } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
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
import { serviceLimits } from '@/lib/contract/service-limits';

/** Visible part of a picture: a square around a point, as fractions of the picture's size. */
interface Crop {
  /** 0 is the left edge of the possible range, 1 the right one. */
  readonly x: number;
  /** 0 is the top edge, 1 the bottom one. */
  readonly y: number;
  /** 1 shows the largest possible square. */
  readonly zoom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const wholePicture: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const zoomMax = 4;

/** Edge of the square on the screen, in CSS pixels. */
export const shownEdge = 240;
const shownSize = { width: shownEdge, height: shownEdge };

interface Square {
  readonly left: number;
  readonly top: number;
  readonly edge: number;
}

/** Returns the square in pixels of the picture. */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop): Square {
  const edge = Math.min(width, height) / zoom;
  return { left: (width - edge) * x, top: (height - edge) * y, edge };
}

/** Returns how far the picture can be moved from its center in each direction, in CSS pixels. */
function roomOf(size: Size, zoom: number): Point {
  const { edge } = squareOf(size, { ...wholePicture, zoom });
  const roomIn = (length: number) => ((length - edge) * shownEdge) / (edge * 2);
  return { x: roomIn(size.width), y: roomIn(size.height) };
}

/** Returns the offset of the picture from its center, in the unit of the cropper. */
export function pointOf(size: Size, { x, y, zoom }: Crop): Point {
  const room = roomOf(size, zoom);
  return { x: (0.5 - x) * 2 * room.x, y: (0.5 - y) * 2 * room.y };
}

/** Returns the crop for an offset of the picture; it is limited by the edges of the picture. */
export function cropOf(size: Size, point: Point, zoom: number): Crop {
  const room = roomOf(size, zoom);
  const part = (axis: 'x' | 'y') =>
    room[axis] > 0 ? Math.min(1, Math.max(0, 0.5 - point[axis] / (room[axis] * 2))) : 0.5;
  return { x: part('x'), y: part('y'), zoom };
}

/** Twice the stored size, so that the service can scale it down. */
const sentEdge = serviceLimits.avatarEdge * 2;

/** Encodes the visible part as a new file: small regardless of the camera, and without the camera's metadata. */
async function encodeCrop(picture: ImageBitmap, { left, top, edge }: Square): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = sentEdge;
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, left, top, edge, edge, 0, 0, sentEdge, sentEdge);
  }
  // A browser that cannot encode WebP returns PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  if (!blob) throw new Error('the picture could not be encoded');
  return blob;
}

const sliders = [
  { name: 'zoom', min: 1, max: zoomMax },
  { name: 'x', min: 0, max: 1 },
  { name: 'y', min: 0, max: 1 },
] as const;

export interface ChosenPicture {
  /** The decoded picture. */
  readonly bitmap: ImageBitmap;
  /** Object URL of the file, for as long as the dialog is open. */
  readonly url: string;
}

interface CropDialogProps {
  picture: ChosenPicture;
  onClose: () => void;
}

/** Selects the square of a profile picture, by dragging or with the keyboard, and uploads it. */
export function CropDialog({ picture: { bitmap, url }, onClose }: CropDialogProps) {
  const t = useTranslations('Settings.avatar');
  const [point, setPoint] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const crop = cropOf(bitmap, point, zoom);
  const change = (next: Crop) => {
    setPoint(pointOf(bitmap, next));
    setZoom(next.zoom);
  };
  const upload = useMutation(settingsMutations.updateAvatar());
  const save = async () => {
    const body = await encodeCrop(bitmap, squareOf(bitmap, crop));
    upload.mutate({ body }, { onSuccess: onClose });
  };
  const refusal = upload.error instanceof ApiProblem ? upload.error.message : '';
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={upload.isPending}>
        <DialogHeader title={t('cropTitle')} description={t('cropText')} />
        <DialogBody className="flex flex-col gap-4">
          <FormAlert text={upload.isError ? refusal || t('failed') : null} />
          <div className="relative mx-auto shrink-0" style={shownSize}>
            <Cropper
              image={url}
              crop={point}
              zoom={zoom}
              maxZoom={zoomMax}
              aspect={1}
              cropSize={shownSize}
              cropShape="round"
              objectFit="cover"
              showGrid={false}
              keyboardStep={4}
              onCropChange={setPoint}
              onZoomChange={setZoom}
              // The injected style would have no nonce for the content security policy; the stylesheet is
              // imported above.
              disableAutomaticStylesInjection
              cropperProps={{ role: 'application', 'aria-label': t('preview') }}
              classes={{
                containerClassName: 'rounded-lg bg-muted cursor-grab! active:cursor-grabbing!',
                cropAreaClassName: 'border-2! border-white! -outline-offset-4',
              }}
            />
          </div>
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
                  onChange={(event) => change({ ...crop, [name]: event.target.valueAsNumber })}
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
