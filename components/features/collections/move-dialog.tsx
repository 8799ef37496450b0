'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { v7 as newUuid } from 'uuid';
import { notify } from '@/components/common/notify';
import { SendDialog, type Goal } from '@/components/features/collections/send-dialog';
import { undoMs, useUndoCollection } from '@/components/features/collections/use-undo-collection';
import { buttonVariants } from '@/components/ui/button';
import type { Collection } from '@/lib/contract/schemas/collection';
import { collectionChanges } from '@/lib/queries/collection-changes';
import { spaceQueries } from '@/lib/queries/spaces';

/** Takes a collection to another space, with its bookmarks. */
export function MoveDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const t = useTranslations('Collections');
  const router = useRouter();
  const pathname = usePathname();
  const undoChange = useUndoCollection();
  const { uuid, name, count } = collection;
  const { data: goals = [] } = useQuery({
    ...spaceQueries.list(),
    select: ({ content }) =>
      content
        .filter((space) => !space.isCurrent)
        .map((space): Goal => ({ key: space.uuid, label: space.name, icon: 'i-layers' })),
  });
  const { mutateAsync: move } = useMutation(collectionChanges.move());
  const confirm = async ({ key: space, label }: Goal) => {
    const undo = newUuid();
    await move({ params: { uuid }, body: { space, undo } });
    notify({
      message: t('moved', { name, space: label }),
      durationMs: undoMs,
      undo: () => undoChange(undo),
    });
    if (pathname === `/collections/${uuid}`) router.push('/collections');
  };
  return (
    <SendDialog
      title={t('moveTitle', { name })}
      text={t(collection.smart ? 'smart.moveText' : 'moveText')}
      goals={goals}
      placeholder={t('findSpace')}
      nowhere={<OneSpace onClose={onClose} />}
      consequence={({ label }) =>
        t(collection.smart ? 'smart.moveConsequence' : 'moveConsequence', { count, name, space: label })
      }
      confirmLabel={t('moveConfirm')}
      failure={t('moveFailed')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

function OneSpace({ onClose }: { onClose: () => void }) {
  const t = useTranslations('Collections');
  return (
    <>
      <p className="text-muted-foreground">{t('moveNowhere')}</p>
      <Link href="/spaces#create" onClick={onClose} className={buttonVariants({ className: 'mt-4 mb-2' })}>
        {t('createSpace')}
      </Link>
    </>
  );
}
