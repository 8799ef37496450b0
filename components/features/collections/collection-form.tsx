'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { ColorPicker } from '@/components/common/color-picker';
import { DialogFormFooter } from '@/components/common/dialog-form-footer';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { collectionName } from '@/components/entities/collection-chip';
import type { CollectionDraft, CollectionRefusal } from '@/components/features/collections/collection-draft';
import { SmartSection } from '@/components/features/collections/smart-section';
import { Button } from '@/components/ui/button';
import { DialogBody } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { accountQueries } from '@/lib/api/account';
import { collectionQueries } from '@/lib/api/collections';
import { limits } from '@/lib/contract/limits';
import { hasFeature } from '@/lib/domain/plans';
import { findSameName } from '@/lib/domain/same-name';

interface CollectionColorProps {
  value: string;
  onChange: (color: string) => void;
  onValidChange: (isValid: boolean) => void;
}

/** The color of a collection: one of the palette, or any other by its six digits. */
function CollectionColor({ value, onChange, onValidChange }: CollectionColorProps) {
  const t = useTranslations('Collections');
  return (
    <div className="flex flex-col gap-2">
      <span aria-hidden="true" className="text-body font-medium">
        {t('color')}
      </span>
      <ColorPicker
        value={value}
        onValueChange={onChange}
        onValidChange={onValidChange}
        labels={{
          group: t('color'),
          color: (hex) => t('colorOf', { hex }),
          custom: t('customColor'),
          invalid: t('invalidColor'),
        }}
      />
    </div>
  );
}

interface ShareSectionProps {
  isPublic: boolean;
  disabled: boolean;
  onShare: () => void;
}

/** In the form of a collection: who sees it, and the way to change that. */
function ShareSection({ isPublic, disabled, onShare }: ShareSectionProps) {
  const t = useTranslations('Collections');
  return (
    <div className="flex items-center justify-between gap-4 border-t pt-4">
      <p className="flex min-w-0 items-start gap-2 text-second text-pretty text-muted-foreground">
        <Icon name={isPublic ? 'i-globe' : 'i-lock'} className="mt-px text-faint" />
        {t(isPublic ? 'seenByAll' : 'seenByOne')}
      </p>
      <Button disabled={disabled} onClick={onShare}>
        <Icon name="i-share-2" />
        {t('share')}
      </Button>
    </div>
  );
}

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
    select: ({ plan }) => hasFeature(plan, 'smart'),
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
            <SmartSection
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
        {isNew ? null : <ShareSection isPublic={isPublic} disabled={!isComplete} onShare={onShare} />}
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
