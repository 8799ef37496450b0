'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { ColorDot } from '@/components/common/color-dot';
import {
  facetGroups,
  facetKinds,
  type Facet,
  type FacetKind,
} from '@/components/features/search/facet-groups';
import { editedQuery, type EditedQuery } from '@/components/features/search/query-text';
import type { PageSearch } from '@/components/features/search/use-page-search';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import type { SearchFacets } from '@/lib/contract/schemas/search';
import { cn } from '@/lib/utils/cn';

/** How many of a kind are shown before somebody asks for more. */
const shown = 6;

/** Facets by kind. Choosing one adds its condition to the query, choosing it again takes it out. */
export function FacetList({ page, facets }: { page: PageSearch; facets: SearchFacets }) {
  const t = useTranslations('Search');
  const words = useTranslations('QueryWords');
  const groups = facetGroups(facets, {
    type: (type) => words(`types.${type}`),
    uncategorized: t('uncategorized'),
  });
  const kinds = facetKinds.filter((kind) => groups[kind].length > 0);
  const query = editedQuery(page.query);
  return (
    <div className="flex flex-col gap-4">
      {kinds.map((kind) => (
        <FacetGroup key={kind} kind={kind} facets={groups[kind]} query={query} onChange={page.change} />
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
  onChange: (text: string) => void;
}

function FacetGroup({ kind, facets, query, onChange }: FacetGroupProps) {
  const t = useTranslations('Search');
  const [isLong, setLong] = useState(false);
  const more = facets.length - shown;
  const toggle = ({ node }: Facet) => {
    const place = query.placeOf(node);
    onChange(place < 0 ? query.with(node) : query.withoutAt(place));
  };
  return (
    <section aria-label={t(`facets.${kind}`)}>
      <h2 className="px-2 py-1 text-caption font-medium text-muted-foreground">{t(`facets.${kind}`)}</h2>
      <ul>
        {facets.slice(0, isLong ? undefined : shown).map((facet) => (
          <li key={facet.key}>
            <FacetButton
              facet={facet}
              isChosen={query.placeOf(facet.node) >= 0}
              onPress={() => toggle(facet)}
            />
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
      {facet.color === undefined ? null : <ColorDot color={facet.color} />}
      <span className="min-w-0 flex-1 truncate">{facet.name}</span>
      {isChosen ? <Icon name="i-check" className="size-3.5 text-primary" /> : null}
      <span className="text-caption text-muted-foreground tabular-nums">{number(facet.count)}</span>
    </ButtonBase>
  );
}
