import type { Language } from '@/lib/contract/schemas/account';
import type { DateField, DateOp, DateTerm } from '@/lib/domain/query/query';
import { fill, labelWords, type LabelWords } from '@/provider/services/search/answer/label-words';

/** A term as it stands alone, behind a verb, behind "after" and behind "since". */
interface TermForms {
  bare: string;
  in: string;
  of: string;
  the: string;
}

const comparisons = { '=': 'equal', '>': 'after', '>=': 'since', '<': 'before', '<=': 'until' } as const;
export type Comparison = (typeof comparisons)[DateOp];

export const comparisonOf = (op: string): Comparison | null =>
  Object.hasOwn(comparisons, op) ? comparisons[op as DateOp] : null;

const spanPattern = /^(\d+)([dwmy])$/;

/** `created:last-week` as `last week`, `visited:>2024-03` as `visited after March 2024`; null for no such term. */
export function labelDate(locale: Language, field: DateField, op: Comparison, term: DateTerm): string | null {
  const words = labelWords(locale);
  if (field === 'visited' && term === 'never' && op === 'equal') return words.never;
  const forms = termForms(words, locale, term);
  if (forms === null) return null;
  const span = spanOf(words, locale, term);
  if (span !== null && op === 'before') return fill(words[field].ago, { amount: span.amount });
  const isRelative = span !== null || isNamedTerm(term);
  // From the beginning of a span that ends now is the span itself.
  const means = span !== null && (op === 'since' || op === 'after') ? 'equal' : op;
  if (means === 'equal' && isRelative && field === 'created') return forms.bare;
  return fill(words[field][means], { ...forms });
}

/** `created:2024-01..2024-03` as `created from January 2024 to March 2024`; null where one end is no term. */
export function labelDates(locale: Language, field: DateField, from: DateTerm, to: DateTerm): string | null {
  const words = labelWords(locale);
  const [first, last] = [termForms(words, locale, from), termForms(words, locale, to)];
  return first && last && fill(words[field].between, { from: first.of, to: last.the });
}

type NamedTerm = keyof LabelWords['terms'];

const isNamedTerm = (term: DateTerm): term is NamedTerm =>
  /^(?:today|yesterday|(?:this|last)-(?:week|month|year))$/.test(term);

function spanOf(
  words: LabelWords,
  locale: Language,
  term: DateTerm,
): (TermForms & { amount: string }) | null {
  const [, digits = '', unit = ''] = spanPattern.exec(term) ?? [];
  if (digits === '') return null;
  const count = Number(digits);
  const forms = words.spans[unit as keyof LabelWords['spans']][count === 1 ? 'one' : 'other'];
  const values = { count: printNumber(locale, count) };
  return { ...fillForms(forms, values), amount: fill(forms.amount, values) };
}

function termForms(words: LabelWords, locale: Language, term: DateTerm): TermForms | null {
  if (isNamedTerm(term)) return words.terms[term];
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(term) ?? [];
  if (year === undefined) return spanOf(words, locale, term);
  const unit = day !== undefined ? 'day' : month !== undefined ? 'month' : 'year';
  return fillForms(words.dates[unit], { date: printDate(locale, unit, term) });
}

const fillForms = (forms: TermForms, values: Record<string, string>): TermForms => ({
  bare: fill(forms.bare, values),
  in: fill(forms.in, values),
  of: fill(forms.of, values),
  the: fill(forms.the, values),
});

// English stands for readers anywhere: the day comes before the month, as in the rest of the interface.
const dateLocale = (locale: Language): string => (locale === 'en' ? 'en-GB' : locale);

const dateOptions = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
} as const;

/** A calendar day, month or year as people write it; what is on no calendar stays as it is. */
function printDate(locale: Language, unit: keyof typeof dateOptions, term: DateTerm): string {
  const date = new Date(term);
  if (unit === 'year' || Number.isNaN(date.getTime())) return term;
  return new Intl.DateTimeFormat(dateLocale(locale), { ...dateOptions[unit], timeZone: 'UTC' }).format(date);
}

export const printNumber = (locale: Language, count: number): string =>
  new Intl.NumberFormat(locale).format(count);
