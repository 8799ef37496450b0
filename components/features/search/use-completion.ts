'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { collectionName } from '@/components/entities/collection-chip';
import { completionAt, matchingNames, type Completion } from '@/components/features/search/completion';
import { conditionText } from '@/components/features/search/query-text';
import type { NameOption } from '@/components/features/search/search-option';
import { foldText } from '@/lib/domain/search-words';
import { collectionQueries } from '@/lib/queries/collections';
import { tagQueries } from '@/lib/queries/tags';

export interface Completing {
  /** The name that is being typed; null where none is, or nothing is called so. */
  readonly completion: Completion | null;
  readonly options: readonly NameOption[];
}

/** Names of collections and tags for the `@` or `#` that the caret stands behind. */
export function useCompletion(text: string, caret: number): Completing {
  const completion = completionAt(text, caret);
  const collections = useCollectionNames();
  const tags = useTagNames(completion?.sign === '#');
  if (completion === null) return { completion: null, options: [] };
  const all = completion.sign === '@' ? collections : tags;
  const options = matchingNames(all, ({ name }) => name, completion.typed);
  // A name that is written out, and the only one of its kind, is a condition already.
  const [only, ...others] = options;
  const isComplete =
    only !== undefined && others.length === 0 && foldText(only.name) === foldText(completion.typed.trim());
  return options.length === 0 || isComplete ? { completion: null, options: [] } : { completion, options };
}

function useCollectionNames(): readonly NameOption[] {
  const t = useTranslations('Search');
  const { data } = useQuery(collectionQueries.simplified());
  return useMemo(
    () =>
      (data?.content ?? []).map((collection) => ({
        kind: 'name' as const,
        sign: '@' as const,
        name: collectionName(collection, t('uncategorized')),
        condition: conditionText(
          collection.isDefault
            ? { kind: 'is', state: 'uncollected' }
            : { kind: 'collection', name: collection.name },
        ),
        color: collection.isDefault ? null : collection.color,
        count: collection.count,
      })),
    [data, t],
  );
}

function useTagNames(isTyping: boolean): readonly NameOption[] {
  const [isWanted, setWanted] = useState(false);
  if (isTyping && !isWanted) setWanted(true);
  const { data } = useQuery({ ...tagQueries.list(), enabled: isWanted });
  return useMemo(
    () =>
      (data?.content ?? []).map(({ name, count }) => ({
        kind: 'name' as const,
        sign: '#' as const,
        name,
        condition: conditionText({ kind: 'tag', name }),
        count,
      })),
    [data],
  );
}
