'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { v7 as newUuid } from 'uuid';
import { z } from 'zod';
import { Refused, useContractForm } from '@/components/common/contract-form';
import { ColorDot } from '@/components/common/color-dot';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { Field } from '@/components/common/field';
import { notify } from '@/components/common/notify';
import { reportChange } from '@/components/common/report-change';
import { useUnsaved } from '@/components/common/use-unsaved';
import { bookmarkTitle } from '@/components/entities/bookmark-text';
import { Favicon } from '@/components/entities/favicon';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { bookmarkBulk } from '@/lib/api/bookmark-bulk';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import { collectionMutations } from '@/lib/api/collection-editing';
import { collectionQueries } from '@/lib/api/collections';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { CreateCollectionInput, type Collection } from '@/lib/contract/collections';
import { limits } from '@/lib/contract/limits';
import type { SuggestedGroup } from '@/lib/contract/search';
import { isLiveUrl } from '@/lib/domain/live-url';
import { palette } from '@/lib/domain/palette';
import { nameKey } from '@/lib/domain/same-name';
import { foldText } from '@/lib/domain/search-words';
import { isolate } from '@/lib/utils/isolate';

/** Time to review the moved bookmarks before the undo button disappears. */
const undoMs = 10_000;

/**
 * Returns a function that moves a group to its collection, which is created first if new, and shows a toast
 * with an undo button.
 */
export function useFileGroup(): {
  /** Resolves to whether the group was moved, and the move not undone in the meantime. */
  file: (group: SuggestedGroup, name: string) => Promise<boolean>;
  /** Whether the name is of a collection that nothing can be moved to. */
  isTaken: (name: string) => boolean;
  isPending: boolean;
} {
  const t = useTranslations('Suggestions');
  const uncategorized = useTranslations('Collections')('uncategorized');
  const { data: known = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
  });
  // The change by the user is both writes: the second one must not end its undo, nor that of a later change.
  const creating = useMutation({ ...collectionMutations.create(), meta: { keepsUndo: true } });
  const moving = useMutation({ ...bookmarkBulk.change(), meta: { keepsUndo: true } });
  const takeBack = useTakeBack();

  const goalOf = async (group: SuggestedGroup, name: string): Promise<FilingGoal> => {
    const there = known.find((one) => !one.isDefault && !one.smart && foldText(one.name) === foldText(name));
    const uuid = group.uuid ?? there?.uuid;
    if (uuid !== undefined) return { uuid, made: null };
    const color = palette[known.length % palette.length] ?? palette[0];
    const made = await creating.mutateAsync({ body: { uuid: newUuid(), name, color } });
    return { uuid: made.uuid, made };
  };
  const move = async (group: SuggestedGroup, name: string) => {
    const { uuid, made } = await goalOf(group, name);
    try {
      const body = { action: 'move', uuids: group.uuids, collection: uuid } as const;
      return { ...(await moving.mutateAsync({ body, loaded: [] })), made };
    } catch (failure) {
      if (made) await takeBack(null, made);
      throw failure;
    }
  };
  const file = async (group: SuggestedGroup, name: string): Promise<boolean> => {
    try {
      const { isUndone } = await reportChange(move(group, name), ({ affected, undo, made }) => ({
        message: t('filed', { count: affected, name: isolate(name) }),
        durationMs: undoMs,
        ...(undo !== null && { undo: () => void takeBack(undo, made) }),
      }));
      return !isUndone;
    } catch {
      notify({ message: t('fileFailed'), tone: 'bad' });
      return false;
    }
  };
  const taken = known.filter((one) => one.isDefault || one.smart).map((one) => one.name);
  const isTaken = (name: string) => [uncategorized, ...taken].some((one) => nameKey(one) === nameKey(name));
  return { file, isTaken, isPending: creating.isPending || moving.isPending };
}

interface FilingGoal {
  uuid: string;
  /** The collection, if it was created for this. */
  made: Collection | null;
}

/** Returns a function that undoes a move, and deletes the collection that was created for it. */
function useTakeBack(): (undo: string | null, made: Collection | null) => Promise<void> {
  const t = useTranslations('Suggestions');
  const { mutateAsync: undoMove } = useMutation(bookmarkMutations.undo());
  const { mutateAsync: remove } = useMutation({ ...collectionMutations.delete(), meta: { keepsUndo: true } });
  return async (undo, made) => {
    try {
      if (undo !== null) await undoMove({ params: { uuid: undo } });
      if (made !== null)
        await remove({ params: { uuid: made.uuid }, query: { bookmarks: 'keep' }, collection: made });
      if (undo !== null) notify({ message: t('undone') });
    } catch {
      if (undo !== null) notify({ message: t('undoFailed'), tone: 'bad' });
    }
  };
}

const GroupInput = CreateCollectionInput.pick({ name: true });

/** The form does not validate the name of an existing collection. */
const KnownGroupInput = z.strictObject({ name: z.string() });

interface GroupCardProps {
  group: SuggestedGroup;
  onDismiss: () => void;
}

/**
 * A group of related bookmarks: its subject, the reason, and the target collection. Changes nothing without a
 * click.
 */
function GroupCard({ group, onDismiss }: GroupCardProps) {
  const t = useTranslations('Suggestions');
  const collections = useTranslations('Collections');
  const { file, isTaken, isPending } = useFileGroup();
  // The card of a filed group stays until the suggestions are refetched.
  const [isFiled, setFiled] = useState(false);
  const { control, register, error, submit, reset } = useContractForm({
    schema: group.isNew ? GroupInput : KnownGroupInput,
    fields: ['name'],
    defaultValues: { name: group.name },
    words: { required: t('nameMissing') },
    send: async (body) => {
      const goal = group.isNew ? body.name.trim() : group.name;
      if (group.isNew && isTaken(goal)) throw new Refused(collections('sameName', { name: goal }), 'name');
      setFiled(await file(group, goal));
    },
    failed: t('fileFailed'),
  });
  const typed = useWatch({ control, name: 'name' });
  // An existing collection has no input, and may be renamed while its card is shown.
  const name = group.isNew ? typed : group.name;
  const isChanged = name !== group.name && !isPending && !isFiled;
  const { question } = useUnsaved(isChanged, () => reset());
  const count = group.uuids.length;
  const rest = count - group.bookmarks.length;
  return (
    <li className="min-w-0 rounded-md border">
      <form method="post" noValidate className="flex h-full flex-col gap-2.5 p-3" onSubmit={submit}>
        {group.isNew ? (
          <Field label={t('name')} error={error('name')}>
            {(props) => (
              <Input
                {...props}
                {...register('name')}
                autoComplete="off"
                maxLength={limits.collectionNameLength}
              />
            )}
          </Field>
        ) : (
          <Goal uuid={group.uuid} name={group.name} />
        )}
        <p className="text-second text-pretty wrap-anywhere text-muted-foreground">{group.reason}</p>
        <ul className="flex flex-1 flex-col gap-1">
          {group.bookmarks.map((bookmark) => (
            <BookmarkLine key={bookmark.uuid} bookmark={bookmark} />
          ))}
          {rest > 0 ? (
            <li className="text-second text-muted-foreground">{t('more', { count: rest })}</li>
          ) : null}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={isPending} aria-label={t('fileIn', { count, name })}>
            {t('file', { count })}
          </Button>
          <Button variant="ghost" aria-label={t('notThisOne', { name: group.name })} onClick={onDismiss}>
            {t('notThis')}
          </Button>
        </div>
        {question}
      </form>
    </li>
  );
}

function Goal({ uuid, name }: { uuid: string | undefined; name: string }) {
  const t = useTranslations('Suggestions');
  const { data: goal } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content.find((one) => one.uuid === uuid),
  });
  return (
    <p className="flex min-w-0 items-center gap-2 font-medium">
      {goal ? <CollectionIcon collection={goal} /> : <ColorDot color={null} />}
      <span className="min-w-0 truncate">{t('into', { name: isolate(name) })}</span>
    </p>
  );
}

function BookmarkLine({ bookmark }: { bookmark: Bookmark }) {
  const t = useTranslations('Suggestions');
  return (
    <li className="flex min-w-0 items-center gap-2">
      <Favicon
        host={bookmark.domain}
        url={isLiveUrl(bookmark.url) ? bookmark.url : null}
        className="scale-75"
      />
      <span dir="auto" className="min-w-0 truncate">
        {bookmarkTitle(bookmark) || t('untitled')}
      </span>
    </li>
  );
}

interface GroupCardsProps {
  groups: readonly SuggestedGroup[];
  onDismiss: (group: SuggestedGroup) => void;
}

/** One card for each group; loaded when the list is opened. */
export function GroupCards({ groups, onDismiss }: GroupCardsProps) {
  return groups.map((group) => (
    <GroupCard key={group.uuid ?? group.name} group={group} onDismiss={() => onDismiss(group)} />
  ));
}
