'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { FormAlert } from '@/components/common/form-alert';
import { collectionName } from '@/components/entities/collection-chip';
import { OthersSee } from '@/components/features/collections/sharing/others-see';
import { InactiveLink, ShareLink } from '@/components/features/collections/sharing/share-link';
import { useSharing, type Sharing } from '@/components/features/collections/sharing/use-sharing';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { Switch } from '@/components/ui/switch';
import type { Collection } from '@/lib/contract/schemas/collection';

/** Publishes a collection or makes it private again, and says what others see of it. */
export function ShareDialog({
  collection: opened,
  onClose,
}: {
  collection: Collection;
  onClose: () => void;
}) {
  const t = useTranslations('Sharing');
  const words = useTranslations('Collections');
  const [isOpen, setOpen] = useState(true);
  const sharing = useSharing(opened);
  const { collection, isPublic } = sharing;
  const name = collectionName(collection, words('uncategorized'));
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) onClose();
      }}
    >
      <DialogContent closeLabel={words('close')}>
        <DialogHeader
          title={<span className="break-words">{t('title', { name })}</span>}
          description={t(isPublic ? 'publicText' : 'privateText')}
        />
        <DialogBody className="flex flex-col gap-4">
          {isPublic && collection.shareUrl !== null ? (
            <ShareLink url={collection.shareUrl} name={name} isNew={sharing.done === 'published'} />
          ) : (
            <InactiveLink collection={collection} />
          )}
          <Listing sharing={sharing} />
          <OthersSee collection={collection} />
          <FormAlert text={sharing.refusal} />
        </DialogBody>
        <p role="status" className="sr-only">
          {sharing.done ? t(sharing.done) : null}
        </p>
        <Ending sharing={sharing} />
      </DialogContent>
    </Dialog>
  );
}

/** Whether search engines may list it. While the collection is public, a change takes effect at once. */
function Listing({ sharing: { isListed, setListed, isPending } }: { sharing: Sharing }) {
  const t = useTranslations('Sharing');
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4 border-t pt-4">
      <div>
        <label htmlFor={id} className="font-medium">
          {t('list')}
        </label>
        <p id={`${id}-text`} className="text-second text-pretty text-muted-foreground">
          {t('listText')}
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-text`}
        className="mt-0.5"
        checked={isListed}
        disabled={isPending}
        onChange={(event) => setListed(event.target.checked)}
      />
    </div>
  );
}

function Ending({ sharing: { isPublic, isPending, publish, unpublish, done } }: { sharing: Sharing }) {
  const t = useTranslations('Sharing');
  const words = useTranslations('Collections');
  if (isPublic) {
    return (
      <DialogFooter>
        <Button pending={isPending} onClick={unpublish}>
          {t('unpublish')}
        </Button>
        <DialogClose asChild>
          <Button variant="primary">{t('done')}</Button>
        </DialogClose>
      </DialogFooter>
    );
  }
  return (
    <DialogFooter>
      <DialogClose asChild>
        <Button>{words('cancel')}</Button>
      </DialogClose>
      <Button
        variant="primary"
        pending={isPending}
        onClick={publish}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the button that made it private has taken the focus away with it
        autoFocus={done === 'unpublished'}
      >
        {t('publish')}
      </Button>
    </DialogFooter>
  );
}
