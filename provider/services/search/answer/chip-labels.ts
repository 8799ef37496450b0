import type { Language } from '@/lib/contract/schemas/account';
import type { SearchChip } from '@/lib/contract/schemas/search';
import { displayHost } from '@/lib/domain/display-host';
import { chipsOf } from '@/lib/domain/query/chips';
import { printQuery } from '@/lib/domain/query/print';
import type { DateField, Query } from '@/lib/domain/query/query';
import { foldText } from '@/lib/domain/search-words';
import {
  comparisonOf,
  labelDate,
  labelDates,
  printNumber,
  type Comparison,
} from '@/provider/services/search/answer/date-labels';
import { fill, labelWords, type LabelWords } from '@/provider/services/search/answer/label-words';

/** The conditions of a query other than words, in the order of the text. */
export const labelChips = (locale: Language, query: Query): SearchChip[] =>
  chipsOf(query).map(({ field, op, value, node }) => {
    // Several conditions that are negated together keep their brackets.
    const isGroup = field === 'group' && node?.kind === 'not';
    const shown = isGroup ? printQuery({ where: node, sort: null, limit: null }).slice(1) : value;
    return { field, op, value, label: labelChip(locale, { field, op, value: shown }) };
  });

/** A condition in the spelling of the grammar; the operator of a negated one begins with `-`. */
export interface PlainChip {
  readonly field: string;
  readonly op: string;
  readonly value: string;
}

/** A condition in the words of a language: `last week`, `not youtube.com`, `most visited`, `10 at most`. */
export function labelChip(locale: Language, { field, op, value }: PlainChip): string {
  const words = labelWords(locale);
  if (!op.startsWith('-')) return labelPlain(locale, { field, op, value }) ?? value;
  return (
    labelNegated(words, field, value) ??
    fill(words.not, { what: labelPlain(locale, { field, op: op.slice(1), value }) ?? value })
  );
}

/** What has words of its own for being negated. */
function labelNegated(words: LabelWords, field: string, value: string): string | null {
  if (field === 'is') return named(words.notStates, value);
  if (field === 'collection') return fill(words.notCollection, { name: collectionName(words, value) });
  if (field === 'visited' && value === 'never') return words.ever;
  return null;
}

/** Every default collection is stored under its English name. */
const collectionName = (words: LabelWords, name: string): string =>
  foldText(name) === 'uncategorized' ? words.uncategorized : name;

function labelPlain(locale: Language, { field, op, value }: PlainChip): string | null {
  const words = labelWords(locale);
  switch (field) {
    case 'site':
      return displayHost(value);
    case 'tag':
      return `#${value}`;
    case 'collection':
      return fill(words.collection, { name: collectionName(words, value) });
    case 'is':
      return named(words.states, value);
    case 'type':
      return named(words.types, value);
    case 'sort':
      return named(words.sorts, value);
    case 'title':
    case 'url':
      return fill(words[field], { text: value.replace(/^"(.*)"$/su, '$1') });
    case 'limit':
      return fill(words.limit, { count: printNumber(locale, Number(value)) });
    case 'visits':
      return labelVisits(locale, op, value);
    case 'created':
    case 'visited':
      return labelTime(locale, field, op, value);
    default:
      return null;
  }
}

function labelTime(locale: Language, field: DateField, op: string, value: string): string | null {
  const [from = '', to] = value.split('..');
  if (to !== undefined) return labelDates(locale, field, from, to);
  const comparison = comparisonOf(op);
  return comparison && labelDate(locale, field, comparison, value);
}

function labelVisits(locale: Language, op: string, value: string): string | null {
  const count = Number(value);
  const comparison: Comparison | null = comparisonOf(op);
  if (comparison === null || !Number.isFinite(count)) return null;
  const { never, ever, visits } = labelWords(locale);
  if (count === 0 && (comparison === 'equal' || comparison === 'until')) return never;
  if (count === 0 && comparison === 'after') return ever;
  const printed = fill(count === 1 ? visits.one : visits.other, { count: printNumber(locale, count) });
  return fill(visits[comparison], { visits: printed });
}

const named = (words: Readonly<Record<string, string>>, name: string): string | null =>
  Object.hasOwn(words, name) ? (words[name] ?? null) : null;
