import type { Language } from '@/lib/contract/account';
import type { SearchChip } from '@/lib/contract/search';
import { displayHost } from '@/lib/domain/display-host';
import { dateLocale } from '@/lib/domain/locale';
import { chipsOf } from '@/lib/domain/query/edit';
import { printQuery } from '@/lib/domain/query/print';
import type { DateField, DateOp, DateTerm, Query } from '@/lib/domain/query/query';
import { foldText } from '@/lib/domain/search-words';
import enWords from '@/messages/en/query-words.json';
import ptWords from '@/messages/pt-BR/query-words.json';
import enPhrases from '@/provider/messages/en/query-phrases.json';
import ptPhrases from '@/provider/messages/pt-BR/query-phrases.json';

const en = { ...enWords, ...enPhrases };

/** Labels of conditions: words, which the search screen also shows, and phrases with placeholders for values. */
type ChipMessages = typeof en;

const messages: Record<Language, ChipMessages> = { en, 'pt-BR': { ...ptWords, ...ptPhrases } };

const chipMessages = (locale: Language): ChipMessages => messages[locale];

export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);

/** Forms of a date term: alone, after a verb, after "after" and after "since". */
interface TermForms {
  bare: string;
  in: string;
  of: string;
  the: string;
}

const comparisons = { '=': 'equal', '>': 'after', '>=': 'since', '<': 'before', '<=': 'until' } as const;
type Comparison = (typeof comparisons)[DateOp];

const comparisonOf = (op: string): Comparison | null =>
  Object.hasOwn(comparisons, op) ? comparisons[op as DateOp] : null;

const spanPattern = /^(\d+)([dwmy])$/;

/** `created:last-week` as `last week`, `visited:>2024-03` as `visited after March 2024`; null for an invalid term. */
function labelDate(locale: Language, field: DateField, op: Comparison, term: DateTerm): string | null {
  const messages = chipMessages(locale);
  if (field === 'visited' && term === 'never' && op === 'equal') return messages.never;
  const forms = termForms(messages, locale, term);
  if (forms === null) return null;
  const span = spanOf(messages, locale, term);
  if (span !== null && op === 'before') return fill(messages[field].ago, { amount: span.amount });
  const isRelative = span !== null || isNamedTerm(term);
  // A span ends now, so "since its beginning" is the span itself.
  const comparison = span !== null && (op === 'since' || op === 'after') ? 'equal' : op;
  if (comparison === 'equal' && isRelative && field === 'created') return forms.bare;
  return fill(messages[field][comparison], { ...forms });
}

/** `created:2024-01..2024-03` as `saved from January 2024 to March 2024`; null if either end is invalid. */
function labelDates(locale: Language, field: DateField, from: DateTerm, to: DateTerm): string | null {
  const messages = chipMessages(locale);
  const [first, last] = [termForms(messages, locale, from), termForms(messages, locale, to)];
  return first && last && fill(messages[field].between, { from: first.of, to: last.the });
}

type NamedTerm = keyof ChipMessages['terms'];

const isNamedTerm = (term: DateTerm): term is NamedTerm =>
  /^(?:today|yesterday|(?:this|last)-(?:week|month|year))$/.test(term);

function spanOf(
  messages: ChipMessages,
  locale: Language,
  term: DateTerm,
): (TermForms & { amount: string }) | null {
  const [, digits = '', unit = ''] = spanPattern.exec(term) ?? [];
  if (digits === '') return null;
  const count = Number(digits);
  const forms = messages.spans[unit as keyof ChipMessages['spans']][count === 1 ? 'one' : 'other'];
  const values = { count: printNumber(locale, count) };
  return { ...fillForms(forms, values), amount: fill(forms.amount, values) };
}

function termForms(messages: ChipMessages, locale: Language, term: DateTerm): TermForms | null {
  if (isNamedTerm(term)) return messages.terms[term];
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(term) ?? [];
  if (year === undefined) return spanOf(messages, locale, term);
  const unit = day !== undefined ? 'day' : month !== undefined ? 'month' : 'year';
  return fillForms(messages.dates[unit], { date: printDate(locale, unit, term) });
}

const fillForms = (forms: TermForms, values: Record<string, string>): TermForms => ({
  bare: fill(forms.bare, values),
  in: fill(forms.in, values),
  of: fill(forms.of, values),
  the: fill(forms.the, values),
});

const dateOptions = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
} as const;

/** Formats a calendar day, month or year; returns an invalid date unchanged. */
function printDate(locale: Language, unit: keyof typeof dateOptions, term: DateTerm): string {
  const date = new Date(term);
  if (unit === 'year' || Number.isNaN(date.getTime())) return term;
  return new Intl.DateTimeFormat(dateLocale(locale), { ...dateOptions[unit], timeZone: 'UTC' }).format(date);
}

const printNumber = (locale: Language, count: number): string => new Intl.NumberFormat(locale).format(count);

/** Returns chips for the conditions of a query other than words, in the order of the text. */
export const labelChips = (locale: Language, query: Query): SearchChip[] =>
  chipsOf(query).map(({ field, op, value, node }) => {
    // A negated group keeps its brackets.
    const isGroup = field === 'group' && node?.kind === 'not';
    const shown = isGroup ? printQuery({ where: node, sort: null, limit: null }).slice(1) : value;
    return { field, op, value, label: labelChip(locale, { field, op, value: shown }) };
  });

/** A condition in the syntax of the grammar; the operator of a negated one begins with `-`. */
export type PlainChip = Omit<SearchChip, 'label'>;

/** Label of a condition in a language: `last week`, `not youtube.com`, `most visited`, `10 at most`. */
export function labelChip(locale: Language, { field, op, value }: PlainChip): string {
  const messages = chipMessages(locale);
  if (!op.startsWith('-')) return labelPlain(locale, { field, op, value }) ?? value;
  return (
    labelNegated(messages, field, value) ??
    fill(messages.not, { what: labelPlain(locale, { field, op: op.slice(1), value }) ?? value })
  );
}

/** Label of a negated condition that has a phrase for its negation; otherwise null. */
function labelNegated(messages: ChipMessages, field: string, value: string): string | null {
  if (field === 'is') return named(messages.notStates, value);
  if (field === 'collection') return fill(messages.notCollection, { name: collectionName(messages, value) });
  if (field === 'visited' && value === 'never') return messages.ever;
  return null;
}

/** Every default collection is stored under its English name. */
const collectionName = (messages: ChipMessages, name: string): string =>
  foldText(name) === 'uncategorized' ? messages.uncategorized : name;

function labelPlain(locale: Language, { field, op, value }: PlainChip): string | null {
  const messages = chipMessages(locale);
  switch (field) {
    case 'site':
      return displayHost(value);
    case 'tag':
      return `#${value}`;
    case 'collection':
      return fill(messages.collection, { name: collectionName(messages, value) });
    case 'is':
      return named(messages.states, value);
    case 'type':
      return named(messages.types, value);
    case 'sort':
      return named(messages.sorts, value);
    case 'title':
    case 'url':
      return fill(messages[field], { text: value.replace(/^"(.*)"$/su, '$1') });
    case 'limit':
      return fill(messages.limit, { count: printNumber(locale, Number(value)) });
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
  const { never, ever, visits } = chipMessages(locale);
  if (count === 0 && (comparison === 'equal' || comparison === 'until')) return never;
  if (count === 0 && comparison === 'after') return ever;
  const printed = fill(count === 1 ? visits.one : visits.other, { count: printNumber(locale, count) });
  return fill(visits[comparison], { visits: printed });
}

const named = (labels: Readonly<Record<string, string>>, name: string): string | null =>
  Object.hasOwn(labels, name) ? (labels[name] ?? null) : null;
