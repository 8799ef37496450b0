'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormAlert } from '@/components/common/form-alert';
import { CropView } from '@/components/features/settings/account/crop-view';
import { wholePicture, zoomMax, type Crop } from '@/components/features/settings/account/crop';
import { encodeCrop } from '@/components/features/settings/account/draw-crop';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { ApiProblem } from '@/lib/api-client/api-problem';
import { settingsMutations } from '@/lib/queries/account-settings';

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
