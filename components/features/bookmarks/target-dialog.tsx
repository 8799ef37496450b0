'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { v7 as newUuid } from 'uuid';
import { PickField } from '@/components/common/pick-field';
import { rememberedList } from '@/components/common/remembered-list';
import type { TokenOption } from '@/components/common/token-options';
import { collectionName } from '@/components/entities/collection-chip';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { Dialog, DialogBody, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { accountQueries } from '@/lib/api/account';
import { collectionMutations } from '@/lib/api/collection-editing';
import { collectionQueries } from '@/lib/api/collections';
import { spaceQueries } from '@/lib/api/spaces';
import type { CollectionSummary } from '@/lib/contract/collections';
import type { Space } from '@/lib/contract/spaces';
import { palette } from '@/lib/domain/palette';
import { foldText } from '@/lib/domain/search-words';

/** Targets for bookmarks: a collection of this space, another space, or a new collection. */
type Target =
  | { readonly kind: 'collection'; readonly uuid: string; readonly name: string }
  | { readonly kind: 'space'; readonly uuid: string; readonly name: string }
  | { readonly kind: 'new'; readonly name: string };

interface Places {
  readonly collections: readonly CollectionSummary[];
  readonly spaces: readonly Space[];
  /** Names of all collections, also of those that are no targets: none is created twice. */
  readonly taken: readonly string[];
  /** Recently chosen collections, latest first. */
  readonly recent: readonly string[];
  readonly nameOf: (collection: CollectionSummary) => string;
}

/**
 * Returns the targets whose names contain the typed text: recent ones, then those that start with it, then the
 * others.
 */
export function findTargets(typed: string, { collections, spaces, taken, recent, nameOf }: Places): Target[] {
  const wanted = foldText(typed.trim());
  const targets: Target[] = [
    ...collections.map((one) => ({ kind: 'collection', uuid: one.uuid, name: nameOf(one) }) as const),
    ...spaces.map(({ uuid, name }) => ({ kind: 'space', uuid, name }) as const),
  ];
  const found = targets
    .map((target) => ({
      target,
      at: foldText(target.name).indexOf(wanted),
      rank: recencyRank(target, recent),
    }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.rank - b.rank || Math.sign(a.at) - Math.sign(b.at))
    .map(({ target }) => target);
  const isKnown = taken.some((name) => foldText(name) === wanted);
  return wanted === '' || isKnown ? found : [...found, { kind: 'new', name: typed.trim() }];
}

function recencyRank(target: Target, recent: readonly string[]): number {
  const age = target.kind === 'collection' ? recent.indexOf(target.uuid) : -1;
  return age < 0 ? recent.length : age;
}

interface OptionLabels {
  readonly collections: readonly CollectionSummary[];
  readonly space: string;
  readonly create: (name: string) => string;
}

/** Returns the list entry of a target. */
function targetOption(target: Target, { collections, space, create }: OptionLabels): TokenOption {
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
        mark: one && <CollectionIcon collection={one} />,
        detail: one?.count,
      };
    }
  }
}

/** Number of collections that are remembered. */
const remembered = 5;

/** Target of bookmarks: either a collection or a space is set. */
export interface Destination {
  readonly collection?: string;
  readonly space?: string;
  readonly name: string;
}

interface TargetDialogProps {
  action: 'move' | 'copy';
  count: number;
  /** The collection on the screen: sending its bookmarks there would have no effect. */
  from: string | null;
  /** Whether a collection that does not exist yet can be chosen too (default true). */
  canCreate?: boolean;
  onClose: () => void;
  onChoose: (destination: Destination) => void;
}

/** Asks for the target of bookmarks: a collection, a new one, or (for a move) another space. */
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
  const { all, collections, spaces, recent } = usePlaces(action, from);
  const nameOf = (collection: CollectionSummary) => collectionName(collection, t('uncategorized'));
  const { mutateAsync: create } = useMutation(collectionMutations.create());
  const targets = findTargets(text, {
    collections,
    spaces,
    taken: all.map(nameOf),
    recent: recent.read(),
    nameOf,
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

/** Returns the possible targets, and those that this account has chosen recently. */
function usePlaces(action: 'move' | 'copy', from: string | null) {
  const { data: account } = useQuery(accountQueries.current());
  const { data: all = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
  });
  // A bookmark is in the default collection only as long as it is in no other: nothing can be copied there.
  const collections = all.filter(
    (one) => one.uuid !== from && !one.smart && (action === 'move' || !one.isDefault),
  );
  const { data: spaces = [] } = useQuery({
    ...spaceQueries.list(),
    select: ({ content }) => (action === 'move' ? content.filter((one) => !one.isCurrent) : []),
  });
  const own = collections.filter((one) => !one.isDefault);
  return {
    all,
    // The default collection comes last.
    collections: [...own, ...collections.filter((one) => one.isDefault)],
    spaces,
    recent: rememberedList(`recentCollections.${account?.uuid ?? ''}`, remembered),
  };
}
