import {
  bookmarkTypes,
  joinNodes,
  querySorts,
  queryStates,
  type DateField,
  type DateOp,
  type DateTerm,
  type QueryNode,
  type QuerySort,
} from '@/lib/domain/query/query';
import { queryWords } from '@/lib/domain/search-words';

const named = new Set(
  'today yesterday this-week last-week this-month last-month this-year last-year never'.split(' '),
);
const day = /^((?:19|2\d)\d\d)(?:[-/](\d\d?)(?:[-/](\d\d?))?)?$/;
const since = /^[1-9]\d{0,3}[dwmy]$/;

/** A date in its one spelling (`2024/3/5` is `2024-03-05`), or null for what is none. */
export function readDateTerm(text: string): DateTerm | null {
  const term = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  if (named.has(term) || since.test(term)) return term;
  const parts = day.exec(term);
  if (!parts) return null;
  const [, year, month, date] = parts;
  if (year === undefined || month === undefined) return term;
  if (date === undefined) return isDay(+year, +month, 1) ? `${year}-${month.padStart(2, '0')}` : null;
  return isDay(+year, +month, +date) ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : null;
}

function isDay(year: number, month: number, date: number): boolean {
  const found = new Date(Date.UTC(year, month - 1, date));
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === date;
}

/** What a `field:value` says: a condition, or the order or the number of what is found. */
export type FieldReading = QueryNode | { readonly sort: QuerySort } | { readonly limit: number };

type Reader = (value: string, isQuoted: boolean) => FieldReading | null;

/** `name` itself and the other spellings that are taken for it. */
function spellings<T extends string>(
  names: readonly T[],
  others: Readonly<Partial<Record<T, string>>>,
): Map<string, T> {
  return new Map(
    names.flatMap((name) =>
      [name, ...(others[name]?.split(' ') ?? [])].map((other) => [other, name] as const),
    ),
  );
}

const states = spellings(queryStates, {
  favorite: 'favorites favourite favourites fav faved starred star',
  highlighted: 'highlight',
  encrypted: 'locked',
  public: 'published shared',
  untagged: 'notag notags',
  uncollected: 'unsorted unfiled',
  duplicate: 'duplicates duplicated dup dups',
  broken: 'dead',
});
const types = spellings(bookmarkTypes, {
  video: 'videos',
  docs: 'doc documentation',
  code: 'repo repos repository',
  article: 'articles blog',
  pdf: 'pdfs',
  image: 'images picture pictures',
  audio: 'audios music podcast podcasts',
});
const sorts = spellings(querySorts, { newest: 'new latest recent', oldest: 'old', title: 'name' });

const ops: readonly DateOp[] = ['>=', '<=', '>', '<', '='];

/** `>=2024` apart; equality needs no sign. */
function readComparison(text: string): { op: DateOp; rest: string } {
  const op = ops.find((sign) => text.startsWith(sign));
  return { op: op ?? '=', rest: text.slice(op?.length ?? 0) };
}

function readDates(field: DateField, value: string): QueryNode | null {
  const [from = '', to, more] = value.split('..');
  if (to !== undefined) return more === undefined ? readSpan(field, from, to) : null;
  const { op, rest } = readComparison(value);
  return readDate(field, op, rest);
}

function readDate(field: DateField, op: DateOp, text: string): QueryNode | null {
  const value = readDateTerm(text);
  if (value === null || (value === 'never' && (op !== '=' || field !== 'visited'))) return null;
  return { kind: 'date', field, op, value };
}

/** `2023..2024`, or without an end: `2023..`. */
function readSpan(field: DateField, start: string, end: string): QueryNode | null {
  if (end === '') return readDate(field, '>=', start);
  if (start === '') return readDate(field, '<=', end);
  const [from, to] = [readDateTerm(start), readDateTerm(end)];
  if (from === null || to === null || from === 'never' || to === 'never') return null;
  return { kind: 'dates', field, from, to };
}

/** A host, alone or in a whole address; a path after it is a condition of its own. */
function readSite(value: string): QueryNode | null {
  const address = `http://${value.replace(/^https?:\/\//i, '')}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const labels = url.host.split('.').filter((label) => label !== '');
  while (labels[0] === 'www' || labels[0] === '*') labels.shift();
  if (labels.length === 0) return null;
  const host = labels.join('.');
  const site: QueryNode = { kind: 'site', host };
  return queryWords(url.pathname).length === 0
    ? site
    : joinNodes('and', [site, { kind: 'url', text: host + url.pathname, isPhrase: true }]);
}

function readVisits(value: string): QueryNode | null {
  const { op, rest } = readComparison(value);
  return /^\d{1,9}$/.test(rest) ? { kind: 'visits', op, count: Number(rest) } : null;
}

const inText =
  (kind: 'title' | 'url'): Reader =>
  (text, isPhrase) =>
    queryWords(text).length === 0 ? null : { kind, text, isPhrase };

const among =
  <T>(known: ReadonlyMap<string, T>, reading: (found: T) => FieldReading): Reader =>
  (value) => {
    const found = known.get(value.toLowerCase());
    return found === undefined ? null : reading(found);
  };

const readers: Readonly<Record<string, Reader>> = {
  'tag tags': (name) => ({ kind: 'tag', name }),
  'collection in folder': (name) => ({ kind: 'collection', name }),
  'site host domain': readSite,
  is: among(states, (state) => ({ kind: 'is', state })),
  type: among(types, (type) => ({ kind: 'type', type })),
  'created added saved': (value) => readDates('created', value),
  before: (value) => readDate('created', '<', value),
  after: (value) => readDate('created', '>', value),
  since: (value) => readDate('created', '>=', value),
  'visited opened': (value) => readDates('visited', value),
  'title intitle': inText('title'),
  'url inurl': inText('url'),
  visits: readVisits,
  sort: among(sorts, (sort) => ({ sort })),
  limit: (value) => (/^[1-9]\d{0,5}$/.test(value) ? { limit: Number(value) } : null),
};

const fields = new Map(
  Object.entries(readers).flatMap(([names, read]) => names.split(' ').map((name) => [name, read] as const)),
);

export const isField = (name: string): boolean => fields.has(name.toLowerCase());

/** Null for a value that the field cannot have. */
export function readField(name: string, value: string, isQuoted: boolean): FieldReading | null {
  const cleaned = isQuoted ? value : withoutCommas(value);
  return cleaned === '' ? null : (fields.get(name.toLowerCase())?.(cleaned, isQuoted) ?? null);
}

/** What people put between conditions, as between words. */
export function withoutCommas(text: string): string {
  let end = text.length;
  while (text[end - 1] === ',') end -= 1;
  return text.slice(0, end);
}
