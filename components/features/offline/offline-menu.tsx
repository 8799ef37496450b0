'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Logo } from '@/components/common/logo';
import { collectionName } from '@/components/entities/collection-chip';
import { CollectionIcon } from '@/components/entities/collection-icon';
import type { OfflineView } from '@/components/features/offline/use-offline-search';
import { sideMenu } from '@/components/shell/side-menu';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Select } from '@/components/ui/select';
import type { Collection } from '@/lib/contract/collections';
import type { OfflineSpace } from '@/lib/offline/offline-store';
import { cn } from '@/lib/utils/cn';

interface OfflineMenuProps {
  spaces: readonly OfflineSpace[];
  view: OfflineView;
  onChange: (change: Partial<OfflineView>) => void;
}

interface Entry {
  collection: Collection;
  name: string;
}

/**
 * Returns the collections of the shown spaces in the order of the copy, pinned ones first; with several spaces, default
 * ones have the name of their space.
 */
function entriesOf(
  spaces: readonly OfflineSpace[],
  chosen: string | null,
  uncategorized: string,
): readonly Entry[] {
  const shown = spaces.filter(({ space }) => chosen === null || space.uuid === chosen);
  const nameIn = (collection: Collection, space: string): string => {
    const name = collectionName(collection, uncategorized);
    return collection.isDefault && shown.length > 1 ? `${name} · ${space}` : name;
  };
  return shown.flatMap(({ collections, space }) =>
    collections
      .toSorted((a, b) => Number(b.pinned) - Number(a.pinned))
      .map((collection) => ({ collection, name: nameIn(collection, space.name) })),
  );
}

/** The menu of large screens: spaces and collections of the copy. */
export function OfflineSidebar({ spaces, view, onChange }: OfflineMenuProps) {
  const t = useTranslations('Offline');
  const { number } = useFormatter();
  const all = spaces.reduce((sum, { total }) => sum + total, 0);
  return (
    <nav
      aria-label={t('menu')}
      className="fixed inset-y-0 left-0 z-30 flex w-62 flex-col border-r bg-muted max-lg:hidden"
    >
      <span className="mx-2 mt-[18px] mb-[15px] flex h-7 w-fit items-center px-2">
        <Logo name={t('product')} />
      </span>
      <ul className="px-[7px]">
        {spaces.length > 1 ? (
          <li>
            <ButtonBase
              className={cn(sideMenu.link, 'w-full text-left')}
              aria-current={view.space === null && view.collection === null ? 'page' : undefined}
              onClick={() => onChange({ space: null, collection: null })}
            >
              <Icon name="i-bookmark" />
              <span className={sideMenu.name}>{t('allSpaces')}</span>
              <span className={sideMenu.count}>{number(all)}</span>
            </ButtonBase>
          </li>
        ) : null}
        {spaces.map(({ space, total }) => (
          <li key={space.uuid}>
            <ButtonBase
              className={cn(sideMenu.link, 'w-full text-left')}
              aria-current={view.space === space.uuid && view.collection === null ? 'page' : undefined}
              onClick={() => onChange({ space: space.uuid, collection: null })}
            >
              <Icon name="i-layers" />
              <span dir="auto" className={sideMenu.name}>
                {space.name}
              </span>
              <span className={sideMenu.count}>{number(total)}</span>
            </ButtonBase>
          </li>
        ))}
      </ul>
      <div className={sideMenu.heading}>
        <h2>{t('collections')}</h2>
      </div>
      <ul className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-[7px] pb-2 [scrollbar-width:thin]">
        {entriesOf(spaces, view.space, t('uncategorized')).map(({ collection, name }) => (
          <li key={collection.uuid}>
            <ButtonBase
              className={cn(sideMenu.link, 'w-full text-left')}
              aria-current={view.collection === collection.uuid ? 'page' : undefined}
              onClick={() => onChange({ collection: collection.uuid })}
            >
              <CollectionIcon collection={collection} smartLabel={t('smart')} size="side" />
              <span dir="auto" className={sideMenu.name}>
                {name}
              </span>
              <span className={sideMenu.count}>{number(collection.count)}</span>
            </ButtonBase>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const all = 'all';

/** The same selection on smaller screens. */
export function OfflineSelects({ spaces, view, onChange }: OfflineMenuProps) {
  const t = useTranslations('Offline');
  const entries = entriesOf(spaces, view.space, t('uncategorized'));
  return (
    <div className="mt-2 flex gap-2 lg:hidden">
      {spaces.length > 1 ? (
        <Select
          aria-label={t('space')}
          className="min-w-0 flex-1 touch:h-11"
          value={view.space ?? all}
          onValueChange={(space) => onChange({ space: space === all ? null : space, collection: null })}
          options={[
            { value: all, label: t('allSpaces') },
            ...spaces.map(({ space }) => ({ value: space.uuid, label: space.name })),
          ]}
        />
      ) : null}
      <Select
        aria-label={t('collection')}
        className="min-w-0 flex-1 touch:h-11"
        value={view.collection ?? all}
        onValueChange={(collection) => onChange({ collection: collection === all ? null : collection })}
        options={[
          { value: all, label: t('allCollections') },
          ...entries.map(({ collection, name }) => ({ value: collection.uuid, label: name })),
        ]}
      />
    </div>
  );
}
