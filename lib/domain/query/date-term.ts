import { type DateTerm } from '@/lib/domain/query/query';

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
