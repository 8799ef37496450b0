'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Suspense, type SyntheticEvent, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { AppLink } from '@/components/common/app-link';
import { ChoiceCard } from '@/components/common/choice-card';
import type { ContractForm } from '@/components/common/contract-form';
import { DialogFormFooter } from '@/components/common/dialog-form-footer';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { onDemand } from '@/components/common/on-demand';
import { collectionName } from '@/components/entities/collection-chip';
import type { CollectionDraft } from '@/components/features/collections/collection-draft';
import { CollectionCoverField } from '@/components/features/collections/collection-cover-field';
import { ColorPicker } from '@/components/features/collections/color-picker';
import { IconPicker } from '@/components/features/collections/icon-picker';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { DialogBody } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { Textarea } from '@/components/ui/textarea';
import { accountQueries } from '@/lib/api/account';
import { collectionQueries } from '@/lib/api/collections';
import type { Collection } from '@/lib/contract/collections';
import { limits } from '@/lib/contract/limits';
import { hasFeature } from '@/lib/domain/plans';
import { findSameName } from '@/lib/domain/same-name';
import { isolate } from '@/lib/utils/isolate';

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
  onShare: (event: SyntheticEvent) => void;
}

/** Part of the collection form: who can see the collection, and the button to change that. */
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

interface CopiesFieldProps {
  value: CollectionDraft['copies'];
  onChange: (value: CollectionDraft['copies']) => void;
}

/** Whether the pages of the collection are copied. */
function CopiesField({ value, onChange }: CopiesFieldProps) {
  const t = useTranslations('Copies');
  return (
    <Field label={t('keep')} hint={t('keepText')}>
      {(props) => (
        <Select
          {...props}
          value={value}
          onValueChange={onChange}
          options={(['inherit', 'on', 'off'] as const).map((each) => ({
            value: each,
            label: t(`keeps.${each}`),
          }))}
        />
      )}
    </Field>
  );
}

interface CollectionFormProps {
  form: ContractForm<CollectionDraft>;
  /** Null for a new one. */
  collection: Collection | null;
  /** The name of the default collection cannot be changed. */
  isDefault: boolean;
  /** Whether an existing collection is public. */
  isPublic?: boolean;
  /** Saves the changes and opens the sharing dialog. */
  onShare: (event: SyntheticEvent) => void;
  /** Called when a link in the form is followed. */
  onLeave: () => void;
  onSubmit: (event: SyntheticEvent) => void;
}

export function CollectionForm({
  form,
  collection,
  isDefault,
  isPublic = false,
  onShare,
  onLeave,
  onSubmit,
}: CollectionFormProps) {
  const t = useTranslations('Collections');
  const isNew = collection === null;
  const [isColorValid, setColorValid] = useState(true);
  const [isIconValid, setIconValid] = useState(true);
  const { control, error, refusal } = form;
  const [name, smart, color] = useWatch({ control, name: ['name', 'smart', 'color'] });
  const { data: isPro = false } = useQuery({
    ...accountQueries.current(),
    select: ({ plan }) => hasFeature(plan, 'smart'),
  });
  const isFilled = smart === null || (smart.trim() !== '' && (isPro || !isNew));
  const isComplete = isColorValid && isIconValid && isFilled && (isDefault || name.trim() !== '');
  return (
    <form
      method="post"
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => (isComplete ? onSubmit(event) : event.preventDefault())}
    >
      <DialogBody className="flex flex-col gap-4">
        {isDefault ? null : <NameField form={form} uuid={collection?.uuid} name={name} />}
        {isNew || smart !== null ? (
          <Controller
            control={control}
            name="smart"
            render={({ field }) => (
              <SmartSection
                isNew={isNew}
                isPro={isPro}
                query={field.value}
                onChange={field.onChange}
                error={error('smart')}
                onLeave={onLeave}
              />
            )}
          />
        ) : null}
        {isNew || smart !== null ? null : (
          <Controller
            control={control}
            name="copies"
            render={({ field }) => <CopiesField value={field.value} onChange={field.onChange} />}
          />
        )}
        <Field label={t('description')} hint={t('descriptionHint')} error={error('description')}>
          {(props) => (
            <Textarea
              {...props}
              {...form.register('description')}
              rows={2}
              className="max-h-40 min-h-16"
              maxLength={limits.collectionDescriptionLength}
            />
          )}
        </Field>
        <Controller
          control={control}
          name="color"
          render={({ field }) => (
            <CollectionColor value={field.value} onChange={field.onChange} onValidChange={setColorValid} />
          )}
        />
        <Controller
          control={control}
          name="icon"
          render={({ field }) => (
            <IconPicker
              value={field.value}
              color={color}
              onValueChange={field.onChange}
              onValidChange={setIconValid}
            />
          )}
        />
        {collection ? <CollectionCoverField collection={collection} /> : null}
        {isNew ? null : <ShareSection isPublic={isPublic} disabled={!isComplete} onShare={onShare} />}
        <FormAlert text={refusal} />
      </DialogBody>
      <DialogFormFooter cancel={t('cancel')} submit={t(isNew ? 'create' : 'save')} disabled={!isComplete} />
    </form>
  );
}

interface NameFieldProps extends Pick<CollectionFormProps, 'form'> {
  /** Of an existing collection. */
  uuid: string | undefined;
  name: string;
}

function NameField({ form, uuid, name }: NameFieldProps) {
  const t = useTranslations('Collections');
  const { data: others = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
  });
  const shown = others.map((one) => ({ uuid: one.uuid, name: collectionName(one, t('uncategorized')) }));
  const same = findSameName(name, shown, uuid);
  return (
    <Field
      label={t('name')}
      error={form.error('name')}
      warning={same && t('sameName', { name: isolate(same.name) })}
    >
      {(props) => (
        <Input
          {...props}
          {...form.register('name')}
          required
          autoComplete="off"
          maxLength={limits.collectionNameLength}
        />
      )}
    </Field>
  );
}

interface PlanHintProps {
  /** Text about the benefits of a smart collection, or about an existing one after the plan has ended. */
  kind: 'teaser' | 'keptText';
  onFollow: () => void;
}

/** A hint that rules are part of the Pro plan, with a link. */
function PlanHint({ kind, onFollow }: PlanHintProps) {
  const t = useTranslations('Collections.smart');
  return (
    <p className="flex items-start gap-2 rounded-md bg-accent px-3 py-2.5 text-pretty">
      <Icon name="i-funnel" className="mt-0.5 text-primary" />
      <span>
        {t.rich(kind, {
          plans: (chunks) => (
            <AppLink
              href="/settings/subscription?plan=pro"
              onClick={onFollow}
              className="font-medium text-primary underline"
            >
              {chunks}
            </AppLink>
          ),
        })}
      </span>
    </p>
  );
}

const RuleBuilder = onDemand(() =>
  import('@/components/features/collections/rule-builder').then((module) => module.RuleBuilder),
);

interface SmartSectionProps {
  isNew: boolean;
  isPro: boolean;
  /** Null for a collection that is filled by hand. */
  query: string | null;
  onChange: (query: string | null) => void;
  error: string | undefined;
  /** Called when a link in it is followed. */
  onLeave: () => void;
}

/**
 * Chooses how a collection is filled: by hand, or automatically and by which rules. This cannot be changed
 * later.
 */
function SmartSection({ isNew, isPro, query, onChange, error, onLeave }: SmartSectionProps) {
  const t = useTranslations('Collections.smart');
  const isSmart = query !== null;
  // Switching back restores the rules.
  const [lastQuery, setLastQuery] = useState(query ?? '');
  return (
    <>
      {isNew ? (
        <div role="radiogroup" aria-label={t('choice')} className="grid gap-2 sm:grid-cols-2">
          <ChoiceCard
            name="filling"
            checked={!isSmart}
            onChange={() => {
              setLastQuery(query ?? lastQuery);
              onChange(null);
            }}
            title={t('manual')}
            text={t('manualText')}
          />
          <ChoiceCard
            name="filling"
            checked={isSmart}
            onChange={() => onChange(query ?? lastQuery)}
            title={
              <span className="flex flex-1 items-center gap-2">
                {t('smart')}
                {isPro ? null : <Badge tone="accent">{t('pro')}</Badge>}
              </span>
            }
            text={t('smartText')}
          />
        </div>
      ) : null}
      {!isSmart ? null : isPro ? (
        <Suspense fallback={<Skeleton className="h-30 w-full rounded-lg" />}>
          <RuleBuilder query={query} onChange={onChange} error={error} />
        </Suspense>
      ) : (
        <PlanHint kind={isNew ? 'teaser' : 'keptText'} onFollow={onLeave} />
      )}
    </>
  );
}
