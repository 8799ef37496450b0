'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { DialogFormFooter } from '@/components/common/dialog-form-footer';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { collectionName } from '@/components/entities/collection-chip';
import { CollectionColor } from '@/components/features/collections/collection-color';
import type { CollectionDraft } from '@/components/features/collections/collection-draft';
import { SmartPart } from '@/components/features/collections/smart/smart-part';
import { SharePart } from '@/components/features/collections/sharing/share-part';
import type { CollectionRefusal } from '@/components/features/collections/use-collection-refusal';
import { DialogBody } from '@/components/ui/dialog';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { limits } from '@/lib/contract/limits';
import { findSameName } from '@/lib/domain/same-name';
import { accountQueries } from '@/lib/queries/account';
import { collectionQueries } from '@/lib/queries/collections';

interface CollectionFormProps {
  draft: CollectionDraft;
  /** Of one that exists. */
  uuid: string | undefined;
  onChange: (draft: CollectionDraft) => void;
  isNew: boolean;
  /** The default collection keeps its name. */
  isDefault: boolean;
  /** Of one that is there: whether it is public. */
  isPublic?: boolean;
  /** Saves what has been changed and goes on to sharing. */
  onShare: () => void;
  /** A link in the form leads elsewhere. */
  onLeave: () => void;
  refusal: CollectionRefusal;
  onSubmit: () => void;
}

export function CollectionForm({
  draft,
  uuid,
  onChange,
  isNew,
  isDefault,
  isPublic = false,
  onShare,
  onLeave,
  refusal,
  onSubmit,
}: CollectionFormProps) {
  const t = useTranslations('Collections');
  const [isColorValid, setColorValid] = useState(true);
  const { data: isPro = false } = useQuery({
    ...accountQueries.current(),
    select: ({ plan }) => plan === 'pro',
  });
  const isFilled = draft.smart === null || (draft.smart.trim() !== '' && (isPro || !isNew));
  const isComplete = isColorValid && isFilled && (isDefault || draft.name.trim() !== '');
  const set = (change: Partial<CollectionDraft>) => onChange({ ...draft, ...change });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isComplete) onSubmit();
  };
  return (
    <form method="post" noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
      <DialogBody className="flex flex-col gap-4">
        <Words draft={draft} uuid={uuid} isDefault={isDefault} refusal={refusal} set={set}>
          {isNew || draft.smart !== null ? (
            <SmartPart
              isNew={isNew}
              isPro={isPro}
              query={draft.smart}
              onChange={(smart) => set({ smart })}
              error={refusal.fields['smart.query'] ?? refusal.fields['smart']}
              onLeave={onLeave}
            />
          ) : null}
        </Words>
        <CollectionColor
          value={draft.color}
          onChange={(color) => set({ color })}
          onValidChange={setColorValid}
        />
        {isNew ? null : <SharePart isPublic={isPublic} disabled={!isComplete} onShare={onShare} />}
        <FormAlert text={refusal.form} />
      </DialogBody>
      <DialogFormFooter cancel={t('cancel')} submit={t(isNew ? 'create' : 'save')} disabled={!isComplete} />
    </form>
  );
}

interface WordsProps extends Pick<CollectionFormProps, 'draft' | 'uuid' | 'isDefault' | 'refusal'> {
  set: (change: Partial<CollectionDraft>) => void;
  /** What stands between name and description. */
  children: ReactNode;
}

function Words({ draft, uuid, isDefault, refusal, set, children }: WordsProps) {
  const t = useTranslations('Collections');
  const { data: others = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
  });
  const shown = others.map((one) => ({ uuid: one.uuid, name: collectionName(one, t('uncategorized')) }));
  const same = findSameName(draft.name, shown, uuid);
  return (
    <>
      {isDefault ? null : (
        <Field
          label={t('name')}
          error={refusal.fields['name']}
          warning={same && t('sameName', { name: same.name })}
        >
          {(control) => (
            <Input
              {...control}
              name="name"
              required
              autoComplete="off"
              maxLength={limits.collectionNameLength}
              value={draft.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
      )}
      {children}
      <Field label={t('description')} hint={t('descriptionHint')} error={refusal.fields['description']}>
        {(control) => (
          <Textarea
            {...control}
            name="description"
            rows={2}
            className="max-h-40 min-h-16"
            maxLength={limits.collectionDescriptionLength}
            value={draft.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
