'use client';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { conditionText } from '@/components/features/search/query-text';
import { uncategorizedOf, useSpaces } from '@/components/features/search/search-controls';
import type { NameOption } from '@/components/features/search/search-option';
import { collectionQueries } from '@/lib/api/collections';
import { spaceNameQueries } from '@/lib/api/space-names';
import { tagQueries } from '@/lib/api/tags';
import { foldText } from '@/lib/domain/search-words';
import { tagKey } from '@/lib/domain/tag-key';

/** A name being typed after its sign: `@` of a collection, `#` of a tag. */
interface Completion {
  readonly sign: '@' | '#';
  /** Index of the sign. */
  readonly from: number;
  /** End index of the replaced text. */
  readonly to: number;
  /** The part of the name typed so far. */
  readonly typed: string;
}

// After a sign up to the caret: an open quotation, or a name, which may contain spaces.
const sign = /(?:^|[\s(])-?([@#])(?:"([^"]*)|([^\s"@#()][^"@#()]{0,80})?)$/u;

/** Returns the name at the caret; null if there is none. */
export function completionAt(text: string, caret: number): Completion | null {
  const before = text.slice(Math.max(0, caret - 120), caret);
  const found = sign.exec(before);
  if (!found) return null;
  const typed = found[2] ?? found[3] ?? '';
  const isQuoted = found[2] !== undefined;
  const from = caret - typed.length - (isQuoted ? 2 : 1);
  const rest = text.slice(caret);
  const end = isQuoted ? /^[^"\s]*"?/u : /^[^\s"()]*/u;
  return {
    sign: found[1] as '@' | '#',
    from,
    to: caret + (end.exec(rest)?.[0].length ?? 0),
    typed,
  };
}

/** Returns the text with the chosen name inserted, and the new caret position: ready for the next word. */
export function completed(text: string, { from, to }: Completion, condition: string) {
  const after = text.slice(to);
  const rest = after.startsWith(' ') ? after : ` ${after}`;
  return { text: text.slice(0, from) + condition + rest, caret: from + condition.length + 1 };
}

/** Returns the text without the unfinished name, to be searched for in the meantime. */
export const withoutCompletion = (text: string, { from, to }: Completion): string =>
  `${text.slice(0, from).replace(/-$/, '')} ${text.slice(to)}`.trim().replaceAll(/\s+/g, ' ');

const shown = 6;

/**
 * Returns the items whose names contain the typed text, those that start with it first. If it contains a space,
 * only names that start with it match: otherwise the space has ended the name.
 */
export function matchingNames<Named>(
  all: readonly Named[],
  nameOf: (one: Named) => string,
  typed: string,
): Named[] {
  const wanted = foldText(typed.trimStart());
  const needsStart = wanted.includes(' ');
  return all
    .map((one) => ({ one, name: foldText(nameOf(one)) }))
    .map(({ one, name }) => ({ one, name, at: name.indexOf(wanted) }))
    .filter(({ at }) => (needsStart ? at === 0 : at >= 0))
    .sort((a, b) => Math.sign(a.at) - Math.sign(b.at))
    .slice(0, shown)
    .map(({ one }) => one);
}

export interface Completing {
  /** The name being typed; null if there is none, or nothing matches it. */
  readonly completion: Completion | null;
  readonly options: readonly NameOption[];
}

/**
 * Returns names of collections and tags for the `@` or `#` before the caret: those of the space that the search is
 * limited to, otherwise of all spaces.
 */
export function useCompletion(text: string, caret: number, space: string | undefined): Completing {
  const completion = completionAt(text, caret);
  const collections = useCollectionNames(space, completion?.sign === '@');
  const tags = useTagNames(space, completion?.sign === '#');
  if (completion === null) return { completion: null, options: [] };
  const all = completion.sign === '@' ? collections : tags;
  const options = matchingNames(all, ({ name }) => name, completion.typed);
  // A complete name that is the only match is already a condition.
  const [only, ...others] = options;
  const isComplete =
    only !== undefined && others.length === 0 && foldText(only.name) === foldText(completion.typed.trim());
  return options.length === 0 || isComplete ? { completion: null, options: [] } : { completion, options };
}

/** Returns which spaces a search covers: whether the current one, and the uuids of the others. */
function useCoveredSpaces(limit: string | undefined) {
  const spaces = useSpaces();
  return useMemo(() => {
    const others = spaces.filter(({ isCurrent, uuid }) => !isCurrent && (limit ?? uuid) === uuid);
    return {
      isCurrentCovered: limit === undefined || others.length === 0,
      others: others.map(({ uuid }) => uuid),
    };
  }, [spaces, limit]);
}

function useCollectionNames(space: string | undefined, isTyping: boolean): readonly NameOption[] {
  const t = useTranslations('Search');
  const spaces = useSpaces();
  const { isCurrentCovered, others } = useCoveredSpaces(space);
  const { data } = useQuery(collectionQueries.simplified());
  const elsewhere = useQueries({
    queries: others.map((uuid) => ({ ...spaceNameQueries.collections(uuid), enabled: isTyping })),
    combine: contentBySpace,
  });
  return useMemo(() => {
    const current = spaces.find(({ isCurrent }) => isCurrent)?.uuid;
    const inSpaces = [
      ...(isCurrentCovered ? [{ uuid: current, content: data?.content ?? [] }] : []),
      ...elsewhere.map((content, index) => ({ uuid: others[index], content })),
    ];
    const isOneOfSeveral = inSpaces.length > 1;
    return distinctNames(
      inSpaces.flatMap(({ uuid, content }) =>
        content.map((collection): NameOption => ({
          kind: 'name',
          sign: '@',
          ...(collection.isDefault
            ? {
                name: isOneOfSeveral ? uncategorizedOf(t, spaces, uuid) : t('uncategorized'),
                condition: conditionText({ kind: 'is', state: 'uncollected' }),
                color: null,
                ...(isOneOfSeveral && uuid !== undefined && { space: uuid }),
              }
            : {
                name: collection.name,
                condition: conditionText({ kind: 'collection', name: collection.name }),
                color: collection.color,
                icon: collection.icon,
              }),
          count: collection.count,
        })),
      ),
    );
  }, [data, elsewhere, isCurrentCovered, others, spaces, t]);
}

function useTagNames(space: string | undefined, isTyping: boolean): readonly NameOption[] {
  const { isCurrentCovered, others } = useCoveredSpaces(space);
  const { data } = useQuery({ ...tagQueries.list(), enabled: isTyping && isCurrentCovered });
  const elsewhere = useQueries({
    queries: others.map((uuid) => ({ ...spaceNameQueries.tags(uuid), enabled: isTyping })),
    combine: contentOf,
  });
  return useMemo(
    () =>
      distinctNames(
        (isCurrentCovered ? (data?.content ?? []) : []).concat(elsewhere).map(({ name, count }) => ({
          kind: 'name' as const,
          sign: '#' as const,
          name,
          condition: conditionText({ kind: 'tag', name }),
          count,
        })),
      ),
    [data, elsewhere, isCurrentCovered],
  );
}

/** Returns the loaded rows of the spaces; a constant function, so that the rows are combined once. */
const contentOf = <Row>(results: UseQueryResult<{ content: Row[] }>[]): Row[] =>
  results.flatMap((result) => result.data?.content ?? []);

const contentBySpace = <Row>(results: UseQueryResult<{ content: Row[] }>[]): Row[][] =>
  results.map((result) => result.data?.content ?? []);

/** Returns one option for all names that the same condition finds, with the sum of their counts. */
function distinctNames(names: readonly NameOption[]): NameOption[] {
  const options = new Map<string, NameOption>();
  for (const one of names) {
    const key = one.sign === '#' ? tagKey(one.name) : foldText(`${one.condition} ${one.space ?? ''}`);
    const same = options.get(key);
    options.set(key, same ? { ...same, count: same.count + one.count } : one);
  }
  return [...options.values()];
}
