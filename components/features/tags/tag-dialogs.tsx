'use client';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useContractForm } from '@/components/common/contract-form';
import { DialogFormFooter } from '@/components/common/dialog-form-footer';
import { Field } from '@/components/common/field';
import { PickField } from '@/components/common/pick-field';
import { useUnsaved } from '@/components/common/use-unsaved';
import { findTags } from '@/components/features/tags/find-tags';
import { Dialog, DialogBody, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { tagQueries } from '@/lib/api/tags';
import { limits } from '@/lib/contract/limits';
import { TagName, type TagCount } from '@/lib/contract/tags';
import { tagKey } from '@/lib/domain/tag-key';
import { isolate } from '@/lib/utils/isolate';
import type { JoinedTag } from '@/lib/vault/join-tags';

/** A change of a tag's name: to a new one, or to that of an existing tag, which it is merged into. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly isMerge: boolean;
}

export interface TagQuestion {
  readonly kind: 'rename' | 'merge';
  readonly tag: JoinedTag;
}

/**
 * States that encrypted bookmarks are not changed: their tags are in envelopes, and have to be edited
 * individually.
 */
function EncryptedTagsNote({ decryptedCount }: { decryptedCount: number }) {
  const t = useTranslations('Tags');
  return decryptedCount === 0 ? null : (
    <p role="note" className="mb-3 text-second text-pretty text-muted-foreground">
      <Icon name="i-lock-open" className="me-1.5 inline-block size-3.5 align-[-0.125em]" />
      {t('encryptedStay', { count: decryptedCount })}
    </p>
  );
}

const shown = 50;

/** Asks for the tag to merge into. */
function MergeDialog({ tag, onClose, onChoose }: TagDialogProps) {
  const t = useTranslations('Tags');
  const locale = useLocale();
  const [text, setText] = useState('');
  const { data: tags = [] } = useQuery({ ...tagQueries.list(), select: ({ content }) => content });
  const others = findTags(
    tags.filter(({ name }) => name !== tag.name),
    { text, sort: 'count', locale },
  ).slice(0, shown);
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm">
        <DialogHeader
          title={t('mergeTitle', { name: isolate(tag.name) })}
          description={t('mergeText', { count: tag.count - tag.decrypted })}
        />
        <DialogBody>
          <EncryptedTagsNote decryptedCount={tag.decrypted} />
          <PickField
            label={t('mergeWith')}
            placeholder={t('mergePlaceholder')}
            text={text}
            onTextChange={setText}
            options={others.map(({ name, count }) => ({ key: name, label: name, detail: count }))}
            optionsLabel={t('title')}
            empty={t('noOther')}
            onPick={(to) => {
              onClose();
              onChoose({ from: tag.name, to, isMerge: true });
            }}
          />
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

export interface NameCheck {
  /** An existing tag with the name. */
  readonly merges: TagCount | null;
  /** Whether there is nothing to do: the name is empty or unchanged. */
  readonly isIdle: boolean;
}

/** Returns the effect of a new name of a tag, while it is typed. */
export function checkName(from: string, typed: string, tags: readonly TagCount[]): NameCheck {
  const name = typed.trim();
  const isSpelling = tagKey(name) === tagKey(from);
  const known = isSpelling ? undefined : tags.find((tag) => tagKey(tag.name) === tagKey(name));
  return {
    merges: known ?? null,
    isIdle: name === '' || name === from,
  };
}

export const RenameInput = z.strictObject({ name: z.string().trim().pipe(TagName) });

/** Asks for a new name of a tag, and warns if another tag already has it. */
function RenameDialog({ tag, onClose, onChoose }: TagDialogProps) {
  const t = useTranslations('Tags');
  const { data: tags = [] } = useQuery({ ...tagQueries.list(), select: ({ content }) => content });
  const { control, register, error, submit } = useContractForm({
    schema: RenameInput,
    fields: ['name'],
    defaultValues: { name: tag.name },
    isLive: true,
    words: { invalid_tag: t('comma'), too_long: t('tooLong', { count: limits.tagLength }) },
    send: async ({ name }) => {
      const known = checkName(tag.name, name, tags).merges;
      onClose();
      onChoose({ from: tag.name, to: known?.name ?? name, isMerge: known !== null });
    },
    failed: t('renameFailed', { name: isolate(tag.name) }),
  });
  const { merges, isIdle } = checkName(tag.name, useWatch({ control, name: 'name' }), tags);
  const problem = isIdle ? undefined : error('name');
  const { close, question } = useUnsaved(!isIdle, onClose);
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent closeLabel={t('close')} width="sm">
        <DialogHeader
          title={t('renameTitle', { name: isolate(tag.name) })}
          description={t('renameText', { count: tag.count - tag.decrypted })}
        />
        <form
          method="post"
          noValidate
          className="flex min-h-0 flex-1 flex-col"
          onSubmit={(event) => (isIdle ? event.preventDefault() : submit(event))}
        >
          <DialogBody>
            <EncryptedTagsNote decryptedCount={tag.decrypted} />
            <Field
              label={t('name')}
              error={problem}
              warning={merges === null ? undefined : t('willMerge', { name: isolate(merges.name) })}
            >
              {(props) => (
                <Input
                  {...props}
                  {...register('name')}
                  autoComplete="off"
                  autoCapitalize="none"
                  onFocus={(event) => event.target.select()}
                />
              )}
            </Field>
          </DialogBody>
          <DialogFormFooter
            cancel={t('cancel')}
            submit={t(merges === null ? 'save' : 'saveMerge')}
            disabled={isIdle || problem !== undefined}
          />
        </form>
      </DialogContent>
      {question}
    </Dialog>
  );
}

interface TagDialogProps {
  tag: JoinedTag;
  onClose: () => void;
  onChoose: (renaming: Renaming) => void;
}

/** Dialogs before a change of a tag; loaded when the first one opens. */
export function TagDialogs({ question, ...props }: Omit<TagDialogProps, 'tag'> & { question: TagQuestion }) {
  const { kind, tag } = question;
  return kind === 'rename' ? <RenameDialog tag={tag} {...props} /> : <MergeDialog tag={tag} {...props} />;
}
