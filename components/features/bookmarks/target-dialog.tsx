'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { palette } from '@/components/common/palette';
import { PickField } from '@/components/common/pick-field';
import { rememberedList } from '@/components/common/remembered-list';
import type { TokenOption } from '@/components/common/token';
import { collectionName } from '@/components/entities/collection-chip';
import { Dialog, DialogBody, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { accountQueries } from '@/lib/api/account';
import { collectionMutations, collectionQueries } from '@/lib/api/collections';
import { spaceQueries } from '@/lib/api/spaces';
import type { CollectionSummary } from '@/lib/contract/collections';
import type { Space } from '@/lib/contract/spaces';
import { foldText } from '@/lib/domain/search-words';

/** Where bookmarks can go: a collection of this space, another space, or a collection that is made for them. */
type Target =
  | { readonly kind: 'collection'; readonly uuid: string; readonly name: string }
  | { readonly kind: 'space'; readonly uuid: string; readonly name: string }
  | { readonly kind: 'new'; readonly name: string };

interface Places {
  readonly collections: readonly CollectionSummary[];
  readonly spaces: readonly Space[];
  /** Collections that were chosen lately, the latest first. */
  readonly recent: readonly string[];
  readonly nameOf: (collection: CollectionSummary) => string;
}

/** The targets whose names hold what was typed: those chosen lately, then those that begin with it, then the others. */
export function findTargets(typed: string, { collections, spaces, recent, nameOf }: Places): Target[] {
  const wanted = foldText(typed.trim());
  const targets: Target[] = [
    ...collections.map((one) => ({ kind: 'collection', uuid: one.uuid, name: nameOf(one) }) as const),
    ...spaces.map(({ uuid, name }) => ({ kind: 'space', uuid, name }) as const),
  ];
  const found = targets
    .map((target) => ({ target, at: foldText(target.name).indexOf(wanted), age: ageOf(target, recent) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.age - b.age || Math.sign(a.at) - Math.sign(b.at))
    .map(({ target }) => target);
  const isKnown = targets.some(({ kind, name }) => kind === 'collection' && foldText(name) === wanted);
  return wanted === '' || isKnown ? found : [...found, { kind: 'new', name: typed.trim() }];
}

function ageOf(target: Target, recent: readonly string[]): number {
  const age = target.kind === 'collection' ? recent.indexOf(target.uuid) : -1;
  return age < 0 ? recent.length : age;
}

interface Looks {
  readonly collections: readonly CollectionSummary[];
  readonly space: string;
  readonly create: (name: string) => string;
}

/** How a target stands in the list. */
function targetOption(target: Target, { collections, space, create }: Looks): TokenOption {
  switch (target.kind) {
    case 'new':
      return { key: 'new', label: create(target.name), isNew: true };
    case 'space':
      return { key: target.uuid, label: target.name, icon: 'i-layers', detail: space };
    case 'collection': {
      const one = collections.find(({ uuid }) => uuid === target.uuid);
      return {
        key: target.uuid,
        label: target.name,
        color: one?.isDefault ? null : one?.color,
        detail: one?.count,
      };
    }
  }
}

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
  /** A collection that does not exist yet can be chosen too (default true). */
  canCreate?: boolean;
  onClose: () => void;
  onChoose: (destination: Destination) => void;
}

/** Asks where bookmarks are to go: a collection, one that is made on the spot, or (for a move) another space. */
export function TargetDialog({
  action,
  count,
  from,
  canCreate = true,
  onClose,
  onChoose,
}: TargetDialogProps) {
  const t = useTranslations('BookmarkSelection');
  const [text, setText] = useState('');
  const { collections, spaces, recent } = usePlaces(action, from);
  const { mutateAsync: create } = useMutation(collectionMutations.create());
  const targets = findTargets(text, {
    collections,
    spaces,
    recent: recent.read(),
    nameOf: (collection) => collectionName(collection, t('uncategorized')),
  }).filter(({ kind }) => canCreate || kind !== 'new');
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
