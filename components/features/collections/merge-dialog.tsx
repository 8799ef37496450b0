'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePathname, useRouter } from 'next/navigation';
import { v7 as newUuid } from 'uuid';
import { notify } from '@/components/common/notify';
import { SendDialog, type Goal } from '@/components/features/collections/send-dialog';
import { undoMs, useUndoCollection } from '@/components/features/collections/use-undo-collection';
import type { Collection } from '@/lib/contract/schemas/collection';
import { collectionChanges } from '@/lib/queries/collection-changes';
import { collectionQueries } from '@/lib/queries/collections';

/** Puts what is in a collection into another one, and deletes it. */
export function MergeDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const t = useTranslations('Collections');
  const router = useRouter();
  const pathname = usePathname();
  const undoChange = useUndoCollection();
  const { uuid, name, count } = collection;
  const { data: goals = [] } = useQuery({
    ...collectionQueries.simplified(),
    // To let its bookmarks go to the default collection is to delete it and keep them.
    select: ({ content }) =>
      content.filter((one) => one.uuid !== uuid && !one.isDefault && !one.smart).map(goalOf),
  });
  const { mutateAsync: merge } = useMutation(collectionChanges.merge());
  const confirm = async ({ key: into, label }: Goal) => {
    const isShown = pathname === `/collections/${uuid}`;
    const undo = newUuid();
    await merge({ params: { uuid }, body: { into, undo } });
    const show = () => router.push(`/collections/${into}`);
    notify({
      message: t('merged', { name, into: label }),
      action: isShown ? undefined : { label: t('show'), run: show },
      durationMs: undoMs,
      undo: () => undoChange(undo),
    });
    if (isShown) show();
  };
  return (
    <SendDialog
      title={t('mergeTitle', { name })}
      text={t('mergeText')}
      goals={goals}
      placeholder={t('findCollection')}
      nowhere={<p className="pb-2 text-muted-foreground">{t('mergeNowhere')}</p>}
      consequence={({ label }) => t('mergeConsequence', { count, name, into: label })}
      confirmLabel={t('mergeConfirm')}
      failure={t('mergeFailed')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

const goalOf = ({
  uuid,
  name,
  color,
  count,
}: Pick<Collection, 'uuid' | 'name' | 'color' | 'count'>): Goal => ({
  key: uuid,
  label: name,
  color,
  detail: count,
});
