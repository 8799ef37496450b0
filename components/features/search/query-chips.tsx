'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Menu, type MenuEntry } from '@/components/common/menu';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { hasMatches } from '@/lib/api/closeness';
import { ConditionChip } from '@/components/features/search/search-controls';
import {
  bareNode,
  conditionText,
  editedQuery,
  type EditedQuery,
} from '@/components/features/search/query-text';
import type { PageSearch } from '@/components/features/search/use-page-search';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { collectionQueries } from '@/lib/api/collections';
import type { CollectionSummary } from '@/lib/contract/collections';
import { hasFeature } from '@/lib/domain/plans';
import type { QueryChip } from '@/lib/domain/query/edit';
import { bookmarkTypes, namedSpans, queryStates, type QueryNode } from '@/lib/domain/query/query';
import { findSameName } from '@/lib/domain/same-name';
import { cn } from '@/lib/utils/cn';

interface Choice {
  readonly node: QueryNode;
  readonly name: string;
}

/** Returns the possible values of a condition, if they are a short list. */
function useChipChoices(
  node: QueryNode | null,
  collections: readonly CollectionSummary[],
): readonly Choice[] {
  const tWords = useTranslations('QueryWords');
  switch (node?.kind) {
    case 'type':
      return bookmarkTypes.map((type) => ({ node: { kind: 'type', type }, name: tWords(`types.${type}`) }));
    case 'is':
      return queryStates.map((state) => ({ node: { kind: 'is', state }, name: tWords(`states.${state}`) }));
    case 'date':
      return namedSpans.map((value) => ({
        node: { kind: 'date', field: node.field, op: '=', value },
        name: tWords(`terms.${value}.bare`),
      }));
    case 'site':
      return hostsAbove(node.host).map((host) => ({ node: { kind: 'site', host }, name: host }));
    case 'collection':
      return collections
        .filter(({ isDefault }) => !isDefault)
        .map(({ name }) => ({ node: { kind: 'collection', name }, name }));
    default:
      return [];
  }
}

/** Returns the host and its parent domains, down to two labels. */
function hostsAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, index) => labels.slice(index).join('.'));
}

interface ChipMenuProps {
  label: string;
  chip: QueryChip;
  query: EditedQuery;
  onChange: (text: string) => void;
}

/** A condition as a button, with a menu of alternatives. */
function ChipMenu({ label, chip, query, onChange }: ChipMenuProps) {
  const t = useTranslations('Search');
  const { bare, isNegated } = chip.node ? bareNode(chip.node) : { bare: null, isNegated: false };
  const { data: collections = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
    enabled: bare?.kind === 'collection',
  });
  const choices = useChipChoices(bare, collections);
  const collection = bare?.kind === 'collection' && findSameName(bare.name, collections, undefined);
  const entries = (): MenuEntry[] => {
    const remove: MenuEntry = {
      kind: 'item',
      key: 'remove',
      icon: 'i-x',
      label: t('edit.remove'),
      onSelect: () => onChange(query.withoutChip(chip)),
    };
    if (bare === null) return [remove];
    const negate: MenuEntry = {
      kind: 'item',
      key: 'negate',
      icon: isNegated ? 'i-circle-check' : 'i-circle-slash',
      label: t(isNegated ? 'edit.include' : 'edit.negate'),
      onSelect: () => onChange(query.replaced(chip, bare, !isNegated)),
    };
    if (choices.length < 2) return [negate, remove];
    const values: MenuEntry = {
      kind: 'choice',
      key: 'value',
      value: conditionText(bare),
      options: choices.map(({ node, name }) => ({ value: conditionText(node), label: name })),
      onValueChange: (text) => {
        const chosen = choices.find(({ node }) => conditionText(node) === text);
        if (chosen) onChange(query.replaced(chip, chosen.node, isNegated));
      },
    };
    return [values, { kind: 'separator', key: 'line' }, negate, remove];
  };
  return (
    <Menu
      label={t('changeCondition', { name: label })}
      labelled
      align="start"
      buttonClassName="h-6.5 min-w-0 rounded-sm pl-2 hover:text-primary touch:h-9"
      entries={entries}
    >
      <span className="flex min-w-0 items-center gap-1.5">
        {collection ? <CollectionIcon collection={collection} /> : null}
        <span dir="auto" className="block truncate">
          {label}
        </span>
      </span>
    </Menu>
  );
}

interface QueryChipsProps {
  page: PageSearch;
  onSaveQuery: (query: string) => void;
}

/**
 * The conditions of the search, each of which can be changed or removed; the order is changed in its menu,
 * words in the field.
 */
export function QueryChips({ page, onSaveQuery }: QueryChipsProps) {
  const t = useTranslations('Search');
  const row = useRef<HTMLDivElement>(null);
  const { result, isCurrent, isUnderstood } = page;
  if (result === undefined) return null;
  const { text, chips } = result.query;
  const query = editedQuery(text);
  const shown = chips.flatMap((chip, index) => {
    const own = query.chips[index];
    return chip.field === 'sort' || own === undefined ? [] : [{ chip, own }];
  });
  const words = isUnderstood ? query.words() : '';
  const change = (next: string) => {
    // The pressed button disappears; the focus moves to the row of chips.
    row.current?.focus();
    page.change(next);
  };
  const searchWords = () => {
    row.current?.focus();
    page.searchWords();
  };
  const canSave = canSaveQuery(page);
  if (shown.length === 0 && !canSave) return null;
  return (
    <div
      ref={row}
      tabIndex={-1}
      className={cn(
        'mt-3 flex min-h-7 flex-wrap items-center gap-2 outline-none',
        // There a search without conditions is saved from the row of tools.
        shown.length === 0 && 'max-md:hidden',
        !isCurrent && !page.isOffline && 'opacity-60',
      )}
    >
      {isUnderstood && shown.length > 0 ? (
        <span className="text-second text-muted-foreground">{t('understood')}</span>
      ) : null}
      <ul aria-label={t('conditions')} className="contents">
        {words === '' ? null : (
          <ConditionChip kind={t('words')} label={words} onRemove={() => change(query.withoutWords())} />
        )}
        {shown.map(({ chip, own }) => (
          <ConditionChip
            key={`${own.index} ${chip.field} ${chip.op} ${chip.value}`}
            label={chip.label}
            onRemove={() => change(query.withoutChip(own))}
          >
            <ChipMenu label={chip.label} chip={own} query={query} onChange={change} />
          </ConditionChip>
        ))}
      </ul>
      {isUnderstood ? <ChipLink onPress={searchWords}>{t('alternatives.words')}</ChipLink> : null}
      {canSave ? (
        <ChipLink className="ml-auto" onPress={() => onSaveQuery(text)}>
          {t('saveSmart')}
        </ChipLink>
      ) : null}
    </div>
  );
}

/** Whether the search can become a smart collection, which contains only bookmarks that match its whole query. */
const canSaveQuery = ({ result, plan }: PageSearch): boolean =>
  result !== undefined &&
  hasFeature(plan, 'smart') &&
  result.query.parsed &&
  result.query.text !== '' &&
  hasMatches(result);

/** The same link as a button, for the row of tools of a small screen. */
export function SaveQueryButton({ page, onSaveQuery }: QueryChipsProps) {
  const t = useTranslations('Search');
  const hasChips = page.result?.query.chips.some(({ field }) => field !== 'sort') === true;
  if (hasChips || !canSaveQuery(page)) return null;
  return (
    <Button className="md:hidden" onClick={() => onSaveQuery(page.result?.query.text ?? '')}>
      <Icon name="i-funnel" />
      {t('saveSmart')}
    </Button>
  );
}

interface ChipLinkProps {
  onPress: () => void;
  className?: string;
  children: string;
}

const ChipLink = ({ onPress, className, children }: ChipLinkProps) => (
  <Button variant="link" size="inline" className={cn('text-second', className)} onClick={onPress}>
    {children}
  </Button>
);
