'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { palette } from '@/components/common/palette';
import { PickField } from '@/components/common/pick-field';
import { rememberedList } from '@/components/common/remembered-list';
import { collectionName } from '@/components/entities/collection-chip';
import {
  findTargets,
  targetOption,
  type Target,
} from '@/components/features/bookmarks/select/target-options';
import { Dialog, DialogBody, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { accountQueries } from '@/lib/queries/account';
import { collectionMutations, collectionQueries } from '@/lib/queries/collections';
import { spaceQueries } from '@/lib/queries/spaces';

/** Collections that are remembered for the next time. */
const remembered = 5;

/** Where bookmarks were sent: one of the two is named. */
export interface Destination {
  readonly collection?: string;
  readonly space?: string;
  readonly name: string;
}

interface TargetDialogProps {
  action: 'move' | 'copy';
  count: number;
  /** The collection that is being looked at: nothing is to be gained by sending its bookmarks there. */
  from: string | null;
  onClose: () => void;
  onChoose: (destination: Destination) => void;
}

/** Asks where bookmarks are to go: a collection, one that is made on the spot, or (for a move) another space. */
export function TargetDialog({ action, count, from, onClose, onChoose }: TargetDialogProps) {
  const t = useTranslations('BookmarkSelection');
  const [text, setText] = useState('');
  const { collections, spaces, recent } = usePlaces(action, from);
  const { mutateAsync: create } = useMutation(collectionMutations.create());
  const targets = findTargets(text, {
    collections,
    spaces,
    recent: recent.read(),
    nameOf: (collection) => collectionName(collection, t('uncategorized')),
  });
  const optionOf = (target: Target) =>
    targetOption(target, { collections, space: t('space'), create: (name) => t('create', { name }) });

  const choose = async (target: Target) => {
    onClose();
    if (target.kind === 'space') {
      onChoose({ space: target.uuid, name: target.name });
      return;
    }
    const uuid = target.kind === 'new' ? newUuid() : target.uuid;
    if (target.kind === 'new') {
      const color = palette[collections.length % palette.length] ?? palette[0];
      await create({ body: { uuid, name: target.name, color } });
    }
    recent.add(uuid);
    onChoose({ collection: uuid, name: target.name });
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm">
        <DialogHeader
          title={t(action === 'move' ? 'moveTitle' : 'copyTitle', { count })}
          description={t(action === 'copy' ? 'copyText' : from === null ? 'moveText' : 'moveFromText')}
        />
        <DialogBody>
          <PickField
            label={t('whereTo')}
            placeholder={t(spaces.length > 0 ? 'whereToPlaceholder' : 'whereToCopy')}
            text={text}
            onTextChange={setText}
            options={targets.map(optionOf)}
            optionsLabel={t('targets')}
            empty={t('noTarget')}
            onPick={(key) => {
              const target = targets.find((one) => optionOf(one).key === key);
              if (target) void choose(target);
            }}
          />
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

/** What can be chosen, and what was chosen lately by this account. */
function usePlaces(action: 'move' | 'copy', from: string | null) {
  const { data: account } = useQuery(accountQueries.current());
  const { data: collections = [] } = useQuery({
    ...collectionQueries.simplified(),
    // A bookmark is in the default collection only as long as it is in no other: nothing can be copied there.
    select: ({ content }) =>
      content.filter((one) => one.uuid !== from && !one.smart && (action === 'move' || !one.isDefault)),
  });
  const { data: spaces = [] } = useQuery({
    ...spaceQueries.list(),
    select: ({ content }) => (action === 'move' ? content.filter((one) => !one.isCurrent) : []),
  });
  const own = collections.filter((one) => !one.isDefault);
  return {
    // What has no collection is looked for last.
    collections: [...own, ...collections.filter((one) => one.isDefault)],
    spaces,
    recent: rememberedList(`recentCollections.${account?.uuid ?? ''}`, remembered),
  };
}
