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
import { readablePath } from '@/lib/domain/readable-path';
import { queryWords } from '@/lib/domain/search-words';

const named = new Set(
  'today yesterday this-week last-week this-month last-month this-year last-year never'.split(' '),
);
const day = /^((?:19|2\d)\d\d)(?:[-/](\d\d?)(?:[-/](\d\d?))?)?$/;
const since = /^[1-9]\d{0,3}[dwmy]$/;

/** Normalizes a date (`2024/3/5` to `2024-03-05`); null if it is invalid. */
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

/** Meaning of a `field:value`: a condition, a sort order or a limit. */
export type FieldReading = QueryNode | { readonly sort: QuerySort } | { readonly limit: number };

type Reader = (value: string, isQuoted: boolean) => FieldReading | null;

/** Maps each name and its aliases to the name. */
function withAliases<T extends string>(
  names: readonly T[],
  aliases: Readonly<Partial<Record<T, string>>>,
): Map<string, T> {
  return new Map(
    names.flatMap((name) =>
      [name, ...(aliases[name]?.split(' ') ?? [])].map((alias) => [alias, name] as const),
    ),
  );
}

const states = withAliases(queryStates, {
  favorite: 'favorites favourite favourites fav faved starred star',
  highlighted: 'highlight',
  later: 'readlater toread',
  read: 'finished',
  annotated: 'annotations',
  encrypted: 'locked',
  public: 'published shared',
  untagged: 'notag notags',
  uncollected: 'unsorted unfiled',
  duplicate: 'duplicates duplicated dup dups',
  broken: 'dead',
});
const types = withAliases(bookmarkTypes, {
  video: 'videos',
  docs: 'doc documentation',
  code: 'repo repos repository',
  article: 'articles blog',
  pdf: 'pdfs',
  image: 'images picture pictures',
  audio: 'audios music podcast podcasts',
});
const sorts = withAliases(querySorts, { newest: 'new latest recent', oldest: 'old', title: 'name' });

const ops: readonly DateOp[] = ['>=', '<=', '>', '<', '='];

/** Splits `>=2024` into operator and value; equality has no operator. */
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

/** Parses the parts of `2023..2024`, or of an open range such as `2023..`. */
function readSpan(field: DateField, start: string, end: string): QueryNode | null {
  if (end === '') return readDate(field, '>=', start);
  if (start === '') return readDate(field, '<=', end);
  const [from, to] = [readDateTerm(start), readDateTerm(end)];
  if (from === null || to === null || from === 'never' || to === 'never') return null;
  return { kind: 'dates', field, from, to };
}

/** Parses a host or a complete URL; a path becomes a separate condition. */
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
    : joinNodes('and', [site, { kind: 'url', text: host + readablePath(url.pathname), isPhrase: true }]);
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

const readState = among(states, (state) => ({ kind: 'is', state }));

const readers: Readonly<Record<string, Reader>> = {
  'tag tags': (name) => ({ kind: 'tag', name }),
  'collection in folder': (name) => ({ kind: 'collection', name }),
  'site host domain': readSite,
  is: (value, isQuoted) =>
    value.toLowerCase() === 'unread'
      ? { kind: 'not', node: { kind: 'is', state: 'read' } }
      : readState(value, isQuoted),
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

/** Parses the value of a field; null if it is invalid. */
export function readField(name: string, value: string, isQuoted: boolean): FieldReading | null {
  const cleaned = isQuoted ? value : withoutCommas(value);
  return cleaned === '' ? null : (fields.get(name.toLowerCase())?.(cleaned, isQuoted) ?? null);
}

/** Removes trailing commas, which users type between conditions. */
export function withoutCommas(text: string): string {
  let end = text.length;
  while (text[end - 1] === ',') end -= 1;
  return text.slice(0, end);
}
