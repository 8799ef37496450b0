'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState, type ReactNode } from 'react';
import { FormAlert } from '@/components/common/form-alert';
import { collectionName } from '@/components/entities/collection-chip';
import { InactiveLink, ShareLink } from '@/components/features/collections/share-link';
import { useFailureText } from '@/components/common/use-failure-text';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { Switch } from '@/components/ui/switch';
import { bookmarkQueries } from '@/lib/api/bookmarks';
import { collectionMutations } from '@/lib/api/collection-editing';
import type { Collection } from '@/lib/contract/collections';
import { isolate } from '@/lib/utils/isolate';

/** What a public collection shows, and what it does not, with numbers if available. */
function PublicContents({ collection: { uuid, count } }: { collection: Collection }) {
  const t = useTranslations('Sharing');
  const { data: encrypted } = useQuery({
    ...bookmarkQueries.page({ collection: uuid, encrypted: true }, 1),
    select: (page) => page.pagination.total,
  });
  return (
    <div className="grid gap-4 border-t pt-4 md:grid-cols-2">
      <FactList title={t('seen')} icon={<Icon name="i-eye" className="text-success" />}>
        <li>
          {encrypted === undefined
            ? t('seenCounting')
            : t('seenCount', { count: Math.max(0, count - encrypted) })}
        </li>
        <li>{t('seenCollection')}</li>
      </FactList>
      <FactList title={t('hidden')} icon={<Icon name="i-eye-off" className="text-muted-foreground" />}>
        {encrypted ? <li>{t('hiddenEncrypted', { count: encrypted })}</li> : null}
        <li>{t('hiddenNotes')}</li>
        <li>{t('hiddenRest')}</li>
      </FactList>
    </div>
  );
}

function FactList({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3 className="flex items-center gap-2 font-medium">
        {icon}
        {title}
      </h3>
      <ul className="mt-1 list-disc space-y-1 pl-10 text-second text-pretty text-muted-foreground marker:text-faint">
        {children}
      </ul>
    </section>
  );
}

interface Sharing {
  /** The collection as the service returned it. */
  readonly collection: Collection;
  readonly isPublic: boolean;
  /** Whether search engines may list it, as chosen; takes effect once it is public. */
  readonly isListed: boolean;
  readonly setListed: (isListed: boolean) => void;
  readonly publish: () => void;
  readonly unpublish: () => void;
  readonly isPending: boolean;
  /** The last action in this dialog. */
  readonly done: 'published' | 'unpublished' | null;
  readonly refusal: string | null;
}

/**
 * State and actions to publish and unpublish a collection. Every change is sent at once, and shown
 * optimistically.
 */
function useSharing(initial: Collection): Sharing {
  const t = useTranslations('Sharing');
  const explain = useFailureText();
  const [collection, setCollection] = useState(initial);
  const [isListed, setListed] = useState(initial.listed);
  const [done, setDone] = useState<Sharing['done']>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutateAsync: update, isPending } = useMutation(collectionMutations.update());

  const change = async (body: { security?: 0 | 1; listed: boolean }) => {
    setRefusal(null);
    try {
      const saved = await update({ params: { uuid: collection.uuid }, body, collection });
      setCollection(saved);
      setListed(saved.listed);
      if (body.security !== undefined) setDone(body.security === 1 ? 'published' : 'unpublished');
    } catch (failure) {
      setListed(collection.listed);
      setRefusal(explain(failure, t('failed')));
    }
  };
  const isPublic = collection.security === 1;
  return {
    collection,
    isPublic,
    isListed,
    setListed: (listed) => {
      setListed(listed);
      if (isPublic) void change({ listed });
    },
    publish: () => void change({ security: 1, listed: isListed }),
    unpublish: () => void change({ security: 0, listed: false }),
    isPending,
    done,
    refusal,
  };
}

/** Publishes a collection or makes it private again, and shows what others can see. */
export function ShareDialog({
  collection: initial,
  onClose,
}: {
  collection: Collection;
  onClose: () => void;
}) {
  const t = useTranslations('Sharing');
  const tCollections = useTranslations('Collections');
  const [isOpen, setOpen] = useState(true);
  const sharing = useSharing(initial);
  const { collection, isPublic } = sharing;
  const name = collectionName(collection, tCollections('uncategorized'));
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) onClose();
      }}
    >
      <DialogContent closeLabel={tCollections('close')}>
        <DialogHeader
          title={<span className="break-words">{t('title', { name: isolate(name) })}</span>}
          description={t(isPublic ? 'publicText' : 'privateText')}
        />
        <DialogBody className="flex flex-col gap-4">
          {isPublic && collection.shareUrl !== null ? (
            <ShareLink url={collection.shareUrl} name={name} isNew={sharing.done === 'published'} />
          ) : (
            <InactiveLink collection={collection} />
          )}
          <Listing sharing={sharing} />
          <PublicContents collection={collection} />
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
  const tCollections = useTranslations('Collections');
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
        <Button>{tCollections('cancel')}</Button>
      </DialogClose>
      <Button
        variant="primary"
        pending={isPending}
        onClick={publish}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the focused button that made it private is gone
        autoFocus={done === 'unpublished'}
      >
        {t('publish')}
      </Button>
    </DialogFooter>
  );
}
