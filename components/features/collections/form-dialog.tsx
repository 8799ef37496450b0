'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { v7 as newUuid } from 'uuid';
import { useContractForm } from '@/components/common/contract-form';
import { notify } from '@/components/common/notify';
import { useNavigation } from '@/components/common/pending-navigation';
import { leaveUnsaved } from '@/components/common/unsaved';
import { useUnsaved } from '@/components/common/use-unsaved';
import {
  CollectionInput,
  copiesOf,
  createBody,
  DefaultCollectionInput,
  updateBody,
  type CollectionDraft,
} from '@/components/features/collections/collection-draft';
import { endCollectionSave, startCollectionSave } from '@/components/features/collections/collection-store';
import { CollectionForm } from '@/components/features/collections/collection-form';
import { Dialog, DialogContent, DialogHeader } from '@/components/ui/dialog';
import type { Collection } from '@/lib/contract/collections';
import { collectionMutations } from '@/lib/api/collection-editing';
import { collectionQueries } from '@/lib/api/collections';
import { palette } from '@/lib/domain/palette';

interface FormDialogProps {
  /** Null for a new collection. */
  collection: Collection | null;
  /** Query of a new smart collection; absent for a normal one. */
  smartQuery?: string | undefined;
  onClose: () => void;
}

/** Creates or edits a collection; closes at once, and reopens with the reason if the service refuses. */
export function FormDialog({ collection, smartQuery, onClose }: FormDialogProps) {
  const t = useTranslations('Collections');
  const suggestedColor = useSuggestedColor();
  const [open, setOpen] = useState(true);
  const save = useSave(collection);
  const isSharedNext = useRef(false);
  const form = useContractForm({
    schema: collection?.isDefault ? DefaultCollectionInput : CollectionInput,
    fields: ['name', 'smart', 'description', 'color', 'icon', 'copies'],
    defaultValues: {
      name: collection?.name ?? '',
      description: collection?.description ?? '',
      color: collection?.color ?? suggestedColor,
      icon: collection?.icon ?? null,
      smart: collection?.smart?.query ?? smartQuery ?? null,
      copies: collection ? copiesOf(collection) : 'inherit',
    },
    send: async (draft) => {
      setOpen(false);
      startCollectionSave();
      try {
        const saved = await save(draft);
        onClose();
        endCollectionSave(true, isSharedNext.current ? { kind: 'share', collection: saved } : undefined);
      } catch (failure) {
        setOpen(true);
        endCollectionSave(false);
        throw failure;
      }
    },
    failed: t('failed'),
    offline: t('offline'),
  });
  const submit = (event: SyntheticEvent, isShared = false) => {
    isSharedNext.current = isShared;
    form.submit(event);
  };
  const smart = useWatch({ control: form.control, name: 'smart' });
  const isChanged = form.formState.isDirty;
  const discard = () => {
    setOpen(false);
    onClose();
  };
  const { close: dismiss, question } = useUnsaved(open && isChanged, discard, 'collection');
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? setOpen(true) : dismiss())}>
      <DialogContent
        closeLabel={t('close')}
        width={smart === null ? 'sm' : 'lg'}
        aria-describedby={undefined}
      >
        <DialogHeader title={t(collection ? 'editHeading' : 'createHeading')} />
        <CollectionForm
          form={form}
          collection={collection}
          isDefault={collection?.isDefault ?? false}
          isPublic={collection?.security === 1}
          onShare={(event) => submit(event, true)}
          onLeave={dismiss}
          onSubmit={submit}
        />
      </DialogContent>
      {question}
    </Dialog>
  );
}

/**
 * Returns a function that sends the draft and shows a toast; retries use the same uuid, so that nothing is
 * created twice.
 */
function useSave(collection: Collection | null): (draft: CollectionDraft) => Promise<Collection> {
  const t = useTranslations('Collections');
  const navigation = useNavigation();
  const [uuid] = useState(() => newUuid());
  const { mutateAsync: create } = useMutation(collectionMutations.create());
  const { mutateAsync: update } = useMutation(collectionMutations.update());
  return async (draft) => {
    if (collection === null) {
      const made = await create({ body: createBody(draft, uuid) });
      const show = () => leaveUnsaved(() => navigation.push(`/collections/${uuid}`));
      notify({ message: t('created'), action: { label: t('show'), run: show } });
      return made;
    }
    const saved = await update({
      params: { uuid: collection.uuid },
      body: updateBody(draft, collection),
      collection,
    });
    notify({ message: t('saved') });
    return saved;
  };
}

/** Returns a color of the palette that is not in use yet, as long as there is one. */
function useSuggestedColor(): string {
  const client = useQueryClient();
  const list = client.getQueryData(collectionQueries.simplified().queryKey)?.content ?? [];
  const used = new Set(list.map((one) => one.color));
  return palette.find((color) => !used.has(color)) ?? palette[list.length % palette.length] ?? palette[0];
}
