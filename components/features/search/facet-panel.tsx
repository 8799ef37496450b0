'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMedia } from '@/components/common/use-media';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { uncategorizedOf, useSpaces } from '@/components/features/search/search-controls';
import { editedQuery, type EditedQuery } from '@/components/features/search/query-text';
import type { PageSearch } from '@/components/features/search/use-page-search';
import { Button } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { collectionQueries } from '@/lib/api/collections';
import { searchQueries } from '@/lib/api/search';
import type { SearchFacets } from '@/lib/contract/search';
import { displayHost } from '@/lib/domain/display-host';
import { bookmarkTypes, type QueryNode } from '@/lib/domain/query/query';
import { foldText } from '@/lib/domain/search-words';
import { cn } from '@/lib/utils/cn';

const facetKinds = ['collections', 'types', 'tags', 'hosts', 'years'] as const;
type FacetKind = (typeof facetKinds)[number];

/** A value that the results can be narrowed to. */
interface Facet {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  /** Condition that selecting it adds. */
  readonly node: QueryNode;
  /** Color of a collection; null for the default one. */
  readonly color?: string | null;
  /** Uuid of the space that the search is limited to with it. */
  readonly space?: string;
}

const typeOf = (name: string) => bookmarkTypes.find((type) => type === name);

interface FacetNames {
  readonly type: (type: (typeof bookmarkTypes)[number]) => string;
  readonly uncategorized: string;
  /** Name of the default collection of one of several spaces. */
  readonly uncategorizedOf: (space: string) => string;
}

/** Returns the counted facets as conditions; an unknown type is ignored. */
export function facetGroups(
  facets: SearchFacets,
  names: FacetNames,
): Readonly<Record<FacetKind, readonly Facet[]>> {
  return {
    collections: collectionFacets(facets.collections, names),
    types: facets.types.flatMap(({ name, count }) => {
      const type = typeOf(name);
      return type
        ? [{ key: type, name: names.type(type), count, node: { kind: 'type' as const, type } }]
        : [];
    }),
    tags: facets.tags.map(({ name, count }) => ({ key: name, name, count, node: { kind: 'tag', name } })),
    hosts: facets.hosts.map(({ name, count }) => ({
      key: name,
      name: displayHost(name),
      count,
      node: { kind: 'site', host: name },
    })),
    years: facets.years.map(({ name, count }) => ({
      key: name,
      name,
      count,
      node: { kind: 'date', field: 'created', op: '=', value: name },
    })),
  };
}

/**
 * Collections of several spaces with the same name are one condition, so they are one facet. The default collections
 * are not the same collection: each is a facet that also limits the search to its space.
 */
function collectionFacets(
  counted: SearchFacets['collections'],
  { uncategorized, uncategorizedOf }: FacetNames,
): Facet[] {
  const facets = new Map<string, Facet>();
  const isOneOfSeveral = counted.filter(({ isDefault }) => isDefault).length > 1;
  for (const { uuid, name, color, isDefault, space, count } of counted) {
    const key = isDefault ? uuid : `@${foldText(name)}`;
    const same = facets.get(key);
    const facet: Facet = same ?? {
      key: uuid,
      name: isDefault ? (isOneOfSeveral ? uncategorizedOf(space) : uncategorized) : name,
      color: isDefault ? null : color,
      count: 0,
      node: isDefault ? { kind: 'is', state: 'uncollected' } : { kind: 'collection', name },
      ...(isDefault && isOneOfSeveral && { space }),
    };
    facets.set(key, { ...facet, count: facet.count + count });
  }
  return [...facets.values()].sort((one, other) => other.count - one.count);
}

/** Number of facets of a kind that are shown before the list is expanded. */
const shown = 6;

/** Facets by kind. Selecting one adds its condition to the query, selecting it again removes it. */
function FacetList({ page, facets }: { page: PageSearch; facets: SearchFacets }) {
  const t = useTranslations('Search');
  const tWords = useTranslations('QueryWords');
  const spaces = useSpaces();
  const groups = facetGroups(facets, {
    type: (type) => tWords(`types.${type}`),
    uncategorized: t('uncategorized'),
    uncategorizedOf: (uuid) => uncategorizedOf(t, spaces, uuid),
  });
  const kinds = facetKinds.filter((kind) => groups[kind].length > 0);
  const query = editedQuery(page.query);
  return (
    <div className="flex flex-col gap-4">
      {kinds.map((kind) => (
        <FacetGroup key={kind} kind={kind} facets={groups[kind]} query={query} page={page} />
      ))}
      {kinds.length === 0 ? (
        <p className="py-2 text-second text-muted-foreground">{t('facets.none')}</p>
      ) : facets.exact ? null : (
        <p className="px-2 text-caption text-muted-foreground">{t('facets.estimate')}</p>
      )}
    </div>
  );
}

interface FacetGroupProps {
  kind: FacetKind;
  facets: readonly Facet[];
  query: EditedQuery;
  page: PageSearch;
}

function FacetGroup({ kind, facets, query, page }: FacetGroupProps) {
  const t = useTranslations('Search');
  const [isLong, setLong] = useState(false);
  const more = facets.length - shown;
  // The facet of one of several spaces disappears once the search is limited to that space.
  const isChosen = ({ node, space }: Facet) => space === undefined && query.placeOf(node) >= 0;
  const toggle = (facet: Facet) => {
    const place = query.placeOf(facet.node);
    if (isChosen(facet)) page.change(query.withoutAt(place));
    else page.change(place < 0 ? query.with(facet.node) : page.query, facet.space);
  };
  return (
    <section aria-label={t(`facets.${kind}`)}>
      <h2 className="px-2 py-1 text-caption font-medium text-muted-foreground">{t(`facets.${kind}`)}</h2>
      <ul>
        {facets.slice(0, isLong ? undefined : shown).map((facet) => (
          <li key={facet.key}>
            <FacetButton facet={facet} isChosen={isChosen(facet)} onPress={() => toggle(facet)} />
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <ButtonBase
          aria-expanded={isLong}
          className="px-2 py-1 text-second text-muted-foreground hover:text-foreground hover:underline touch:min-h-11"
          onClick={() => setLong(!isLong)}
        >
          {isLong ? t('facets.less') : t('facets.more', { count: more })}
        </ButtonBase>
      ) : null}
    </section>
  );
}

interface FacetButtonProps {
  facet: Facet;
  isChosen: boolean;
  onPress: () => void;
}

function FacetButton({ facet, isChosen, onPress }: FacetButtonProps) {
  const { number } = useFormatter();
  // The current space has the icons; collections of others are shown by their colors.
  const { data: icon = null } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content.find(({ uuid }) => uuid === facet.key)?.icon ?? null,
  });
  return (
    <ButtonBase
      aria-pressed={isChosen}
      title={facet.name}
      className={cn(
        'flex h-7.5 w-full items-center gap-2 rounded-md px-2 text-start text-small touch:h-11',
        isChosen ? 'bg-accent font-medium' : 'hover:bg-muted',
      )}
      onClick={onPress}
    >
      {facet.color === undefined ? null : (
        <CollectionIcon collection={{ color: facet.color ?? '', icon, isDefault: facet.color === null }} />
      )}
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {facet.name}
      </span>
      {isChosen ? <Icon name="i-check" className="size-3.5 text-primary" /> : null}
      <span className="text-caption text-muted-foreground tabular-nums">{number(facet.count)}</span>
    </ButtonBase>
  );
}

/** Whether the results have facets: hits that only this device can find are in none. */
export const hasFacets = ({ result, isCurrent }: PageSearch): boolean =>
  !isCurrent || result?.pagination.total !== (result?.localTotal ?? 0);

interface FacetPanelProps {
  page: PageSearch;
  /** Whether the sheet is open, where there is no space for the column. */
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The facets of the results: a column if there is space, otherwise a sheet. */
export function FacetPanel({ page, isOpen, onOpenChange }: FacetPanelProps) {
  const t = useTranslations('Search');
  const isWide = useMedia('(width >= 64rem)');
  if (!hasFacets(page)) return null;
  return (
    <>
      <aside
        aria-label={t('facets.label')}
        className="sticky top-16 max-h-[calc(100dvh-5rem)] w-52 shrink-0 overflow-y-auto pb-4 [scrollbar-width:thin] max-lg:hidden"
      >
        <Facets page={page} enabled={isWide} />
      </aside>
      <Dialog open={isOpen && !isWide} onOpenChange={onOpenChange}>
        <DialogContent closeLabel={t('close')} aria-describedby={undefined}>
          <DialogHeader title={t('facets.label')} />
          <DialogBody>
            <Facets page={page} enabled={isOpen} />
          </DialogBody>
          <DialogFooter>
            <Button variant="primary" onClick={() => onOpenChange(false)}>
              {t('facets.done')}
            </Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    </>
  );
}

function Facets({ page, enabled }: { page: PageSearch; enabled: boolean }) {
  const t = useTranslations('Search');
  const { data, isError, refetch } = useQuery({
    ...searchQueries.facets(page.filter),
    enabled,
    placeholderData: keepPreviousData,
  });
  if (data) {
    return (
      <>
        <FacetList page={page} facets={data} />
        <LocalHits count={page.result?.localTotal ?? 0} />
      </>
    );
  }
  if (!isError) return <FacetSkeleton />;
  return (
    <div role="alert" className="flex flex-col items-start gap-2 py-2 text-second text-muted-foreground">
      {t('facets.failed')}
      <Button size="sm" onClick={() => void refetch()}>
        {t('retry')}
      </Button>
    </div>
  );
}

/** Number of hits that the counts do not include. */
function LocalHits({ count }: { count: number }) {
  const t = useTranslations('Search');
  return count === 0 ? null : (
    <p className="mt-3 px-2 text-caption text-pretty text-muted-foreground">{t('facets.local', { count })}</p>
  );
}

function FacetSkeleton() {
  return [4, 5, 3].map((rows) => (
    <div key={rows} className="mb-5">
      <Skeleton className="my-2 h-3 w-20" />
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="my-2.5 h-3.5 w-full" />
      ))}
    </div>
  ));
}
