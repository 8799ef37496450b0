'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { DialogFormFooter } from '@/components/common/dialog-form-footer';
import { Field } from '@/components/common/field';
import { Menu } from '@/components/common/menu';
import { PickField } from '@/components/common/pick-field';
import { useUnsaved } from '@/components/common/use-unsaved';
import { findTags } from '@/components/features/tags/find-tags';
import { useTagRefusal } from '@/components/features/tags/use-tag-refusal';
import { useTagUndo } from '@/components/features/tags/use-tag-undo';
import { Dialog, DialogBody, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { readAgain } from '@/lib/api/first-readings';
import { tagMutations, tagQueries, withoutTag } from '@/lib/api/tags';
import { limits } from '@/lib/contract/limits';
import type { TagCount } from '@/lib/contract/tags';
import { tagKey } from '@/lib/domain/tag-key';
import type { JoinedTag } from '@/lib/vault/join-tags';

/** Says that a change leaves encrypted bookmarks as they are: their tags are in envelopes, where each is edited. */
function EncryptedTagsNote({ decrypted }: { decrypted: number }) {
  const t = useTranslations('Tags');
  return decrypted === 0 ? null : (
    <p role="note" className="mb-3 text-second text-pretty text-muted-foreground">
      <Icon name="i-lock-open" className="me-1.5 inline-block size-3.5 align-[-0.125em]" />
      {t('encryptedStay', { count: decrypted })}
    </p>
  );
}

const shown = 50;

/** Asks into which other tag one is to be merged. */
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
          title={t('mergeTitle', { name: tag.name })}
          description={t('mergeText', { count: tag.count - tag.decrypted })}
        />
        <DialogBody>
          <EncryptedTagsNote decrypted={tag.decrypted} />
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

export type NameProblem = 'comma' | 'tooLong';

export interface NameCheck {
  readonly problem: NameProblem | null;
  /** The other tag that has the name already. */
  readonly merges: TagCount | null;
  /** There is nothing to do: no name, or the one that the tag has. */
  readonly isIdle: boolean;
}

/** What a new name of a tag means, while it is typed. */
export function checkName(from: string, typed: string, tags: readonly TagCount[]): NameCheck {
  const name = typed.trim();
  const isSpelling = tagKey(name) === tagKey(from);
  const known = isSpelling ? undefined : tags.find((tag) => tagKey(tag.name) === tagKey(name));
  return {
    problem: problemOf(name),
    merges: known ?? null,
    isIdle: name === '' || name === from,
  };
}

function problemOf(name: string): NameProblem | null {
  if (name.includes(',')) return 'comma';
  return Array.from(name).length > limits.tagLength ? 'tooLong' : null;
}

/** Asks for another name of a tag, and says so when it is the name of another tag already. */
function RenameDialog({ tag, onClose, onChoose }: TagDialogProps) {
  const t = useTranslations('Tags');
  const [typed, setTyped] = useState(tag.name);
  const { data: tags = [] } = useQuery({ ...tagQueries.list(), select: ({ content }) => content });
  const { problem, merges, isIdle } = checkName(tag.name, typed, tags);
  const { close, question } = useUnsaved(!isIdle, onClose);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isIdle || problem !== null) return;
    onClose();
    onChoose({ from: tag.name, to: merges?.name ?? typed.trim(), isMerge: merges !== null });
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent closeLabel={t('close')} width="sm">
        <DialogHeader
          title={t('renameTitle', { name: tag.name })}
          description={t('renameText', { count: tag.count - tag.decrypted })}
        />
        <form method="post" noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
          <DialogBody>
            <EncryptedTagsNote decrypted={tag.decrypted} />
            <Field
              label={t('name')}
              error={problem === null ? undefined : t(problem, { count: limits.tagLength })}
              warning={merges === null ? undefined : t('willMerge', { name: merges.name })}
            >
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  autoCapitalize="none"
                  value={typed}
                  onFocus={(event) => event.target.select()}
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
          </DialogBody>
          <DialogFormFooter
            cancel={t('cancel')}
            submit={t(merges === null ? 'save' : 'saveMerge')}
            disabled={isIdle || problem !== null}
          />
        </form>
      </DialogContent>
      {question}
    </Dialog>
  );
}

interface TagQuestion {
  readonly kind: 'rename' | 'merge';
  readonly tag: JoinedTag;
}

interface TagDialogProps {
  tag: JoinedTag;
  onClose: () => void;
  onChoose: (renaming: Renaming) => void;
}

/** What a change of a tag has to ask first; loaded with the first question. */
function TagDialogs({ question, ...props }: Omit<TagDialogProps, 'tag'> & { question: TagQuestion }) {
  const { kind, tag } = question;
  return kind === 'rename' ? <RenameDialog tag={tag} {...props} /> : <MergeDialog tag={tag} {...props} />;
}

/** Takes a tag off all bookmarks, by the call that can be taken back; answers whether it came about. */
function useDeleteTag(): (name: string) => Promise<boolean> {
  const t = useTranslations('Tags');
  const refuse = useTagRefusal();
  const say = useTagUndo();
  const { mutateAsync } = useMutation(tagMutations.change());
  return async (name) => {
    try {
      const { affected, undo } = await mutateAsync({
        body: { action: 'untag', tags: name, query: { tag: name } },
        tags: (tags) => withoutTag(tags, name),
      });
      say(t('deleted', { name, count: affected }), [undo]);
      return true;
    } catch (failure) {
      refuse('deleteFailed', name, failure);
      return false;
    }
  };
}

interface TagMenuProps {
  tag: JoinedTag;
  label: string;
  buttonClassName: string;
  /** The tag has another name now, or, without one, is gone. Told ahead of the service. */
  onLeave?: (name: string | null) => void;
  /** The change was refused: the tag is as it was. */
  onStay?: () => void;
}

/** What can be done with a tag; nothing of it needs a question but its new name, since all can be taken back. */
export function TagMenu({ tag, label, buttonClassName, onLeave, onStay }: TagMenuProps) {
  const t = useTranslations('Tags');
  const [question, setQuestion] = useState<TagQuestion | null>(null);
  const rename = useRenameTag();
  const remove = useDeleteTag();
  const choose = async (renaming: Renaming) => {
    onLeave?.(renaming.to);
    if (!(await rename(renaming))) onStay?.();
  };
  const removeTag = async () => {
    onLeave?.(null);
    if (!(await remove(tag.name))) onStay?.();
  };
  return (
    <>
      <Menu
        label={label}
        buttonClassName={buttonClassName}
        entries={() => [
          {
            kind: 'item',
            key: 'rename',
            icon: 'i-pencil',
            label: t('rename'),
            onSelect: () => setQuestion({ kind: 'rename', tag }),
          },
          {
            kind: 'item',
            key: 'merge',
            icon: 'i-merge',
            label: t('merge'),
            onSelect: () => setQuestion({ kind: 'merge', tag }),
          },
          { kind: 'separator', key: 'danger' },
          {
            kind: 'item',
            key: 'delete',
            icon: 'i-trash-2',
            label: t('delete'),
            destructive: true,
            onSelect: () => void removeTag(),
          },
        ]}
      >
        <Icon name="i-ellipsis" />
      </Menu>
      {question === null ? null : (
        <TagDialogs
          question={question}
          onClose={() => setQuestion(null)}
          onChoose={(renaming) => void choose(renaming)}
        />
      )}
    </>
  );
}

/** What becomes of a tag: another name, or part of another tag, which then has that name already. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly isMerge: boolean;
}

/** Renames a tag, shows it at once, and answers whether it came about. */
export function useRenameTag(): (renaming: Renaming) => Promise<boolean> {
  const t = useTranslations('Tags');
  const refuse = useTagRefusal();
  const say = useTagUndo();
  const rename = useRename();
  const client = useQueryClient();
  return async ({ from, to, isMerge }) => {
    try {
      const changes = await rename(from, to);
      // The screen of the new name may have asked before.
      readAgain(client, ['bookmarks']);
      say(t(isMerge ? 'merged' : 'renamed', { from, to }), changes);
      return true;
    } catch (failure) {
      refuse('renameFailed', from, failure);
      return false;
    }
  };
}

/** Renames the tag; returns the changes that undo takes back. */
function useRename(): (from: string, to: string) => Promise<(string | null)[]> {
  const { mutateAsync: rename } = useMutation(tagMutations.rename());
  return async (from, to) => [(await rename({ body: { tag: from, name: to } })).undo];
}
