'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { collectionName } from '@/components/entities/collection-chip';
import { conditionText } from '@/components/features/search/query-text';
import type { NameOption } from '@/components/features/search/search-option';
import { collectionQueries } from '@/lib/api/collections';
import { tagQueries } from '@/lib/api/tags';
import { foldText } from '@/lib/domain/search-words';

/** A name that somebody is typing behind its sign: `@` of a collection, `#` of a tag. */
interface Completion {
  readonly sign: '@' | '#';
  /** Where the sign stands. */
  readonly from: number;
  /** Where what it stands for ends. */
  readonly to: number;
  /** What there is of the name. */
  readonly typed: string;
}

// Behind a sign up to the caret: a quotation that is still open, or a name, which may have spaces.
const sign = /(?:^|[\s(])-?([@#])(?:"([^"]*)|([^\s"@#()][^"@#()]{0,80})?)$/u;

/** The name that the caret stands in; null where it stands in none. */
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

/** The text with the chosen name in its place, and where the caret stands then: ready for the next word. */
export function completed(text: string, { from, to }: Completion, condition: string) {
  const after = text.slice(to);
  const rest = after.startsWith(' ') ? after : ` ${after}`;
  return { text: text.slice(0, from) + condition + rest, caret: from + condition.length + 1 };
}

/** The text without the name that is still being typed: what can be searched for meanwhile. */
export const withoutCompletion = (text: string, { from, to }: Completion): string =>
  `${text.slice(0, from).replace(/-$/, '')} ${text.slice(to)}`.trim().replaceAll(/\s+/g, ' ');

const shown = 6;

/**
 * Of the things that have names, those whose name holds what was typed, those that begin with it first. Where what was
 * typed has a space, only a name that begins so can be meant: else the space has ended it.
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
