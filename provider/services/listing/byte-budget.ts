/**
 * Bytes that the texts of one page take at most, unless its first row alone has more. The number of rows is no limit,
 * because each can have 500 kB. A page of 200 ordinary bookmarks has 150 kB; what is longer keeps the requests of others
 * waiting while it is written.
 */
export const pageBytes = 400_000;

/** A row with its bytes, by which `cutToBudget` ends a page. */
export interface Budgeted {
  weight: number;
}

/** Columns that a statement needs for `withinBytes`: the position of a row in this order, and its bytes. */
export const budgetColumns = (order: string, bytes: string): string =>
  `row_number() over (order by ${order})::integer as number, (${bytes})::integer as bytes`;

/** The bytes of a record beside those that its row knows; to be used over the columns of the statement. */
export const collectionBytes = `coalesce(octet_length(page.collections::text), 0)`;

interface Budget {
  max?: number;
  /** Rows that a page has in any case. */
  least?: number;
}

/**
 * The rows of a statement in its order, up to a byte budget, and at least one behind it where there is one: it shows
 * that the list continues. `extra` is added to the bytes of each row.
 */
export function withinBytes(
  statement: string,
  { max = pageBytes, extra = '0', least = 1 }: Budget & { extra?: string } = {},
): string {
  const weight = `page.bytes + ${extra}`;
  return `
  select * from (
    select page.*, ${weight} as weight, sum(${weight}) over (
      order by page.number rows between unbounded preceding and ${least + 1} preceding) as bytes_before
    from (${statement}) page) fitting
  where bytes_before is null or bytes_before <= ${max} order by number`;
}

/** The page among the rows of such a statement, and whether the list ends with it. */
export function cutToBudget<Row extends Budgeted>(
  rows: readonly Row[],
  size: number,
  { max = pageBytes, least = 1 }: Budget = {},
): { records: Row[]; isLast: boolean } {
  let bytes = 0;
  const end = rows.findIndex((row, place) => {
    bytes += row.weight;
    return place >= size || (bytes > max && place >= least);
  });
  return end < 0 ? { records: [...rows], isLast: true } : { records: rows.slice(0, end), isLast: false };
}
