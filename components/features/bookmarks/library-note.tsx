'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { notify } from '@/components/common/notify';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { bookmarkBulk } from '@/lib/api/bookmark-bulk';
import { limits } from '@/lib/contract/limits';

/** Note above the list of a view. */
export function LibraryNote({ view, total }: { view: 'broken' | 'trash'; total: number }) {
  return view === 'broken' ? <BrokenNote total={total} /> : <TrashNote total={total} />;
}

/** Explains why these links count as broken, and what to do; if there are none, the empty list explains it. */
function BrokenNote({ total }: { total: number }) {
  const t = useTranslations('Bookmarks');
  return total > 0 ? (
    <p className="mt-3 max-w-160 text-second text-pretty text-muted-foreground">{t('brokenText')}</p>
  ) : null;
}

/** States when bookmarks in the trash are erased, with a button that erases all of them now. */
function TrashNote({ total }: { total: number }) {
  const t = useTranslations('Bookmarks');
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="max-w-160 text-second text-pretty text-muted-foreground">
        {t('trashText', { days: limits.trashDays })}
      </p>
      {total > 0 ? (
        <Button onClick={() => setAsking(true)}>
          <Icon name="i-trash-2" />
          {t('emptyTrash')}
        </Button>
      ) : null}
      {isAsking ? <EmptyTrashDialog count={total} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

/** Asks for confirmation before all bookmarks in the trash of the current space are erased. */
function EmptyTrashDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useTranslations('Bookmarks');
  const { mutateAsync: change } = useMutation({
    ...bookmarkBulk.change(),
    meta: { failure: t('emptyTrashFailed') },
  });
  const empty = async () => {
    const { affected } = await change({ body: { action: 'erase', query: { trash: true } }, loaded: [] });
    notify({ message: t('trashEmptied', { count: affected }) });
  };
  return (
    <ConfirmDialog
      open
      destructive
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('emptyTrashTitle')}
      description={t('emptyTrashText', { count })}
      confirmLabel={t('emptyTrash')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      onConfirm={empty}
    />
  );
}
